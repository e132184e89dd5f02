import Pixels
import State

extension ClockScene {
  /// The time, the day, and the price.
  var slides: [MatrixSlide] {
    let months = [
      "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]
    let date =
      statusHeader.language == .korean
      ? "\(day.month).\(day.day)" : "\(day.day) \(months[day.month - 1])"
    let time = MatrixSlide(figure: .words(statusHeader.clock))
    if price == nil { return [time, MatrixSlide(figure: .words(date), role: .dim)] }
    return [
      time, MatrixSlide(figure: .words(date), role: .dim),
      MatrixSlide(
        figure: .price(price, decimals: decimals, isRough: mark.isRough),
        direction: ColourRole(change: change)
      ).marked(old: statusHeader.isOld),
    ]
  }
}
