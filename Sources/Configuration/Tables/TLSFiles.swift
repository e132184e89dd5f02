extension Config {
  /// PEM files of a certificate and of its key.
  public struct TLSFiles: Equatable, Sendable {
    public let certificate: String
    public let key: String

    init(certificate: String, key: String) {
      (self.certificate, self.key) = (certificate, key)
    }

    /// Nil where neither stands in the table, or only one, which is then said, or where one is wrong.
    init?<Values>(
      _ certificate: String?, _ key: String?, of keys: (certificate: Key<Values>, key: Key<Values>),
      in table: TableValues<Values>, _ diagnostics: inout Diagnostics
    ) {
      if let certificate, let key {
        self.init(certificate: certificate, key: key)
        return
      }
      if key != nil, !table.has(keys.certificate) {
        diagnostics.error(
          "key needs certificate: the path of a PEM file", at: table.location(of: keys.key))
      } else if certificate != nil, !table.has(keys.key) {
        diagnostics.error(
          "certificate needs key: the path of a PEM file", at: table.location(of: keys.certificate))
      }
      return nil
    }
  }
}
