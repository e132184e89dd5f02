/// How much a line on the log matters.
public enum Severity: Sendable {
  case error, warning, notice, info
}
