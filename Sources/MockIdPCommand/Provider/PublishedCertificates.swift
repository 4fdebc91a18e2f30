import Bytes
import Crypto

/// The certificates of an app, as its metadata has them.
struct PublishedCertificates: Sendable {
  /// The one that signs now: the metadata is signed by it.
  let active: Certificate
  /// All of them, each once, in the order of the metadata.
  let all: [Certificate]

  /// - Throws: `CommandError` when the text is not signed metadata, as that of an app is.
  init(metadata text: String) throws {
    var found: [Certificate] = []
    var rest = text[...]
    while let begin = rest.firstPlace(of: "<X509Certificate>"),
      let end = rest[begin.upperBound...].firstPlace(of: "</X509Certificate>")
    {
      let encoded = String(rest[begin.upperBound..<end.lowerBound])
      if let der = Base64.decode(encoded) { found.append(try Certificate.der(der)) }
      rest = rest[end.upperBound...]
    }
    guard let first = found.first else { throw CommandError("the metadata of the app has no certificate") }
    active = first
    all = found.reduce(into: []) { list, next in if !list.contains(where: { $0.der == next.der }) { list.append(next) }
    }
  }
}
