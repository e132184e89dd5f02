/// What counts as dollars.
public enum Dollars {
  /// Coins that are made to be worth one.
  public static let coins = ["USDT", "USDC", "FDUSD"]
  public static let all = ["USD"] + coins
}
