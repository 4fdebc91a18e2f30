import Bytes

/// The operating system of a sign-in, as far as a request tells it. Conditional Access knows four of them.
package enum SignInPlatform: String, Sendable, Hashable, CaseIterable {
  case windows
  case macOS
  case iOS
  case android
  /// Another one, such as Linux. The service's word for it is `Unknown` (observed).
  case other

  /// `platf` of Graph's tokens. Those of Windows and Mac are confirmed by records, the others chosen.
  package var number: String {
    switch self {
    case .android: "1"
    case .iOS: "2"
    case .windows: "3"
    case .macOS: "5"
    case .other: "8"
    }
  }

  /// Words that tell the system, in small letters. The first that fits counts: a telephone's browser names the system that its
  /// own grew out of too.
  private static let words: [(String, Self)] = [
    ("android", .android), ("iphone", .iOS), ("ipad", .iOS), ("ios", .iOS), ("darwin", .macOS), ("mac", .macOS),
    ("win", .windows), ("linux", .other), ("x11", .other), ("cros", .other), ("bsd", .other), ("unix", .other),
  ]

  /// Reads a `User-Agent`, or `x-client-OS` of MSAL. Nil for a text that names no system, as those of scripts do.
  package init?(_ text: String?) {
    guard let small = text.map(ASCII.lowercased),
      let found = Self.words.first(where: { small.firstPlace(of: $0.0) != nil })
    else { return nil }
    self = found.1
  }
}
