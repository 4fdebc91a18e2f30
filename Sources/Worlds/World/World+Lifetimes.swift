package import Directory
import Time

extension World {
  /// The lifetimes for the tokens of one answer to a user. Where the world says so they are drawn: the service's access tokens of users live
  /// between 60 and 90 minutes, and about a day for a client that handles claims challenges (Microsoft: "Configurable token lifetimes"; seen
  /// were 3614 to 5346, and 70000 to 86399 seconds).
  package var lifetimesOfAnswer: Lifetimes {
    var lifetimes = settings.lifetimes
    guard lifetimes.drawsAccessToken else { return lifetimes }
    let bytes = entropy.bytes(8)
    lifetimes.accessToken = .seconds(3_602 + Self.number(bytes[..<4]) % 1_799)
    lifetimes.continuousAccessToken = .seconds(70_000 + Self.number(bytes[4...]) % 16_401)
    return lifetimes
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }
}
