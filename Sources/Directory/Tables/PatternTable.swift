import Bytes

/// App ID URIs in which `*` stands for one label of a host, such as `https://*.vault.contoso.test`. It finds the API of a URI without a
/// look at all patterns.
struct PatternTable: Sendable {
  /// The APIs that have a pattern, with the order in which they came. The first one counts.
  private var apis: PersistentMap<String, PersistentMap<Application.ID, Int>> = [:]
  private var nextPlace = 0

  /// A longer URI is not an address. The limit bounds the time of one lookup.
  private static let longestURI = 1_024

  /// Notes a pattern in small letters and without slashes at its end. The sign before `*` is `/` or `.`, the sign behind it `.`.
  mutating func add(_ pattern: String, of api: Application.ID) {
    let place = nextPlace
    nextPlace += 1
    apis.change(pattern, from: [:]) { $0[api] = place }
  }

  /// Forgets a pattern of an API.
  mutating func remove(_ pattern: String, of api: Application.ID) {
    apis[pattern]?[api] = nil
    if apis[pattern]?.isEmpty == true { apis[pattern] = nil }
  }

  /// The API with a pattern that fits the URI, which is in small letters and without slashes at its end. Of several the one that came first.
  func api(fitting uri: String) -> Application.ID? {
    let bytes = Array(uri.utf8)
    guard !apis.isEmpty, bytes.count <= Self.longestURI else { return nil }
    var found: (id: Application.ID, place: Int)?
    var start = 0
    for end in bytes.indices {
      if bytes[end] == 0x2E, start > 0, start < end {
        let pattern = String(decoding: bytes[..<start] + [0x2A] + bytes[end...], as: UTF8.self)
        for id in apis[pattern]?.keys ?? [] {
          guard let place = apis[pattern]?[id], place < found?.place ?? .max else { continue }
          found = (id, place)
        }
      }
      // A label begins behind a slash or a dot, and has letters, digits and hyphens only.
      if bytes[end] == 0x2E || bytes[end] == 0x2F {
        start = end + 1
      } else if !ASCII.isAlphanumeric(bytes[end]), bytes[end] != 0x2D {
        start = 0
      }
    }
    return found?.id
  }
}
