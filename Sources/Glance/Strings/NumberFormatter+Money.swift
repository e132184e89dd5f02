import Pixels
import State

extension NumberFormatter {
  /// An amount with its mark, as long as it may be: `$105,269.64`, `−₩1,200`, `₩1.4억`.
  /// - Parameter isGain: says with a sign whether it is gained or lost.
  func money(
    _ money: Money?, isGain: Bool = false, in letters: Lettering, width: Int
  ) -> String {
    guard let money else { return price(nil, decimals: 0) { letters.width($0) <= width } }
    let sign = money.amount < 0 ? "−" : isGain && money.amount > 0 ? "+" : ""
    let mark = sign + money.mark.text(in: letters)
    if money.amount == 0 { return letters.fitted(mark + "0", width: width) }
    let text = price(abs(money.amount), decimals: money.decimals) {
      letters.width(mark + $0) <= width
    }
    return text.isEmpty || text == Self.unknown ? text : mark + text
  }
}
