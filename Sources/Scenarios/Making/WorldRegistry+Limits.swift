import Time

extension WorldRegistry {
  /// What a server allows the worlds beside the default one.
  package struct Limits: Sendable, Hashable {
    /// How many worlds there may be at the same time, beside the default one.
    package var maximumCount = 20_000
    /// A world that no request has reached for this long is removed, unless its recipe has a time of its own.
    package var idleTimeout = Duration.hours(1)
    /// The directory of a world that no request has reached for this long is released from memory.
    package var wakefulness = Duration.seconds(30)

    package init() {}
  }
}
