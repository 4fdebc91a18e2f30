import Bytes
import JSON
import LooseFormats

/// The several secrets of one registration, as an export or a Terraform state lists them.
struct SecretList {
  private let secrets: [Finding]

  init(_ secrets: [Finding]) { self.secrets = secrets }

  var count: Int { secrets.count }

  /// `passwordCredentials` of the scenario. The secret that ends last is the one that programs use: it gets `text`, or the secret `known`
  /// that stands in their settings. Each other one gets `text` with a number.
  func branch(of text: String, known: String?, withSecrets: Bool) -> Branch {
    let ends = secrets.map { Self.time("endDateTime", of: $0) ?? "9999" }
    let last = ends.indices.max { ends[$0] < ends[$1] } ?? 0
    var number = 1
    var ids: Set<String> = []
    var items: [Branch] = []
    for (index, secret) in secrets.enumerated() {
      if index != last { number += 1 }
      let own = withSecrets && !Placeholder.fits(secret.value) ? secret.value : nil
      let made = index == last ? known ?? text : "\(text)-\(number)"
      var words: [Branch] = [
        .text("secretText", own ?? made, note: own == nil && (index != last || known == nil) ? "made up" : nil)
      ]
      if let name = Self.text("displayName", of: secret) { words.append(.text("displayName", name)) }
      let (start, end) = (Self.time("startDateTime", of: secret), Self.time("endDateTime", of: secret))
      if let start, end.map({ start < $0 }) ?? true { words.append(.text("startDateTime", start)) }
      if let end { words.append(.text("endDateTime", end)) }
      if let id = Self.text("keyId", of: secret), GUID(id) != nil, ids.insert(ASCII.lowercased(id)).inserted {
        words.append(.text("keyId", id))
      }
      items.append(Branch(nil, .children(words), note: "\(secret.place)", identity: "\(index)"))
    }
    return Branch("passwordCredentials", .children(items))
  }

  private static func text(_ name: String, of secret: Finding) -> String? {
    secret.json[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A time in UTC. Other forms, which older manifests have, are left out.
  private static func time(_ name: String, of secret: Finding) -> String? {
    guard let text = text(name, of: secret), text.hasSuffix("Z") else { return nil }
    let form = Array("0000-00-00T00:00:00".utf8)
    let bytes = Array(text.utf8)
    guard bytes.count > form.count,
      zip(bytes, form).allSatisfy({ $1 == 0x30 ? ASCII.isDigit($0) : $0 == $1 })
    else { return nil }
    return String(decoding: bytes[..<form.count], as: UTF8.self) + "Z"
  }
}
