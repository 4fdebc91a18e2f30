import Bytes
import Crypto

/// The proof of a request by the key of an account of Cosmos DB (Microsoft: "Access control in the Azure Cosmos DB SQL API"). The
/// emulator takes no other one.
struct CosmosSignature {
  /// The key that every emulator has; it is published.
  static let emulatorKey = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="

  let key: [UInt8]

  /// Nil when the key is not Base64.
  init?(key: String) {
    guard let bytes = Base64.decode(key), !bytes.isEmpty else { return nil }
    self.key = bytes
  }

  /// The value of `authorization`; `date` is that of `x-ms-date`.
  func authorization(method: String, path: String, date: String) -> String {
    let (type, link) = Self.resource(of: path)
    let text = [ASCII.lowercased(method), ASCII.lowercased(type), link, ASCII.lowercased(date), "", ""].joined(
      separator: "\n")
    let signature = Base64.encode(HMACSHA256.authenticate(Array(text.utf8), key: key))
    return Percent.encode("type=master&ver=1.0&sig=\(signature)")
  }

  /// The kind of the resource and its link: of a list the link is that of its owner.
  static func resource(of path: String) -> (type: String, link: String) {
    let parts = path.split(separator: "/").map { Percent.decode($0) ?? String($0) }
    guard parts.count % 2 == 1 else {
      return (parts.count > 1 ? parts[parts.count - 2] : "", parts.joined(separator: "/"))
    }
    return (parts.last ?? "", parts.dropLast().joined(separator: "/"))
  }
}
