/// The currencies that official rates are had for.
public enum Fiat {
  /// ISO 4217, list one, as in Unicode CLDR 48 (`common/validity/currency.xml`: what is paid with),
  /// and what rates are quoted for besides: metals, the IMF's unit, Chile's and China's second one.
  private static let codes = Set(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
    GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW
    KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD
    NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
    SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND
    VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG XAG XAU XPD XPT XDR CLF CNH
    """.split { " \n".contains($0) })

  public static func has(_ code: some StringProtocol) -> Bool { codes.contains(Substring(code)) }
}
