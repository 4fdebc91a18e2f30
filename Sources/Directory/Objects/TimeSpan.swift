import Time

/// A length of time as stored objects keep it: whole seconds.
package struct TimeSpan: Sendable, Hashable, Codable {
  package var seconds: Int64

  package init(_ duration: Duration) { seconds = duration.wholeSeconds }

  package var duration: Duration { .seconds(seconds) }

  package init(from decoder: any Decoder) throws { seconds = try decoder.singleValueContainer().decode(Int64.self) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(seconds)
  }
}
