import Glibc

/// What the configuration file says.
public struct Config: Sendable {}
