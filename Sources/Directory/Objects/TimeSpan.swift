import Time

/// A length of time in whole seconds, as objects in the store keep it. JSON holds it as one number.
package struct TimeSpan: Sendable, Hashable, Codable {
  package var seconds: Int64

  /// Drops fractions of a second.
  package init(_ duration: Duration) { seconds = duration.wholeSeconds }

  package var duration: Duration { .seconds(seconds) }

  package init(from decoder: any Decoder) throws { seconds = try decoder.singleValueContainer().decode(Int64.self) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(seconds)
  }
}
