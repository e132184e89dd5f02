/// A socket on the simulated Dogechain.
final class DogechainListener: SimulatedListener {
  let socket: SimulatedSocket
  var hearsPrices = false
  var hearsBlocks = false

  init(_ socket: SimulatedSocket) {
    self.socket = socket
  }
}
