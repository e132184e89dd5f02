import Glibc
import Tealight

/// The daemon.
@main
enum Main {
  static func main() {
    StandardStreams.fill()
    exit(Daemon.run(arguments: Array(CommandLine.arguments.dropFirst())))
  }
}
