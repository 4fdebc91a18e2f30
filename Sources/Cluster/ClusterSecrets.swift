import Crypto
package import Directory
import JSON
import Time

/// What all servers of a cluster share and nobody else may know. It stands in PostgreSQL, sealed with the key of the key file.
package struct ClusterSecrets: Sendable {
  /// The authority whose certificate clients trust, as PEM.
  package var authority: PEMPair
  /// The authority of the servers among each other, as PEM.
  package var relayAuthority: PEMPair
  /// The signing keys, by the names of their places (`current`, `next`, `retired`, `personal`), as PEM.
  package var signingKeys: [String: String]
  /// The token of the control API. Nil when the cluster was made without one.
  package var controlToken: String?

  /// A certificate with its key.
  package struct PEMPair: Sendable, Hashable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  package init(
    authority: PEMPair, relayAuthority: PEMPair, signingKeys: [String: String], controlToken: String?
  ) {
    self.authority = authority
    self.relayAuthority = relayAuthority
    self.signingKeys = signingKeys
    self.controlToken = controlToken
  }

  var json: JSONValue {
    func pair(_ pair: PEMPair) -> JSONValue { ["certificate": .string(pair.certificate), "key": .string(pair.key)] }
    let keys = signingKeys.sorted { $0.key < $1.key }.map {
      JSONObject.Member(name: $0.key, value: .string($0.value))
    }
    var members: JSONObject = [
      "authority": pair(authority), "relayAuthority": pair(relayAuthority),
      "signingKeys": .object(JSONObject(keys)),
    ]
    members.append("controlToken", controlToken)
    return .object(members)
  }

  init?(_ json: JSONValue) {
    func pair(_ value: JSONValue?) -> PEMPair? {
      guard let certificate = value?["certificate"]?.string, let key = value?["key"]?.string else { return nil }
      return PEMPair(certificate: certificate, key: key)
    }
    guard let authority = pair(json["authority"]), let relay = pair(json["relayAuthority"]),
      let keys = json["signingKeys"]?.object
    else { return nil }
    self.authority = authority
    relayAuthority = relay
    signingKeys = Dictionary(keys.members.compactMap { member in member.value.string.map { (member.name, $0) } }) {
      first, _ in first
    }
    controlToken = json["controlToken"]?.string
  }
}

/// The key of a key file. What it has sealed can be read, and proved unchanged, by those who have the file.
package struct ClusterKey: Sendable {
  private let key: [UInt8]

  /// `content` is that of the file; blanks at its ends do not count.
  /// - Throws: `ClusterError` when the file is too short to be a key.
  package init(_ content: [UInt8], path: String) throws(ClusterError) {
    let text = content.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
    guard text.count >= 32 else {
      throw ClusterError("\(path) is not a key file: it needs 32 characters at least; mockidp cluster init makes one")
    }
    key = SHA256.hash(Array("mockidp/cluster/".utf8) + Array(text))
  }

  /// Seals what stands among the rows of a world.
  package var sealing: Sealing {
    Sealing(
      seal: { bytes in try? self.seal(bytes, by: SystemEntropy()) },
      open: { sealed in self.open(sealed) })
  }

  func seal(_ bytes: [UInt8], by entropy: any Entropy) throws(CryptoError) -> [UInt8] {
    let nonce = entropy.bytes(AES256GCM.nonceLength)
    return nonce + (try AES256GCM.seal(bytes, key: key, nonce: nonce))
  }

  /// Nil when another key has sealed it, or when it was changed.
  func open(_ sealed: [UInt8]) -> [UInt8]? {
    guard sealed.count > AES256GCM.nonceLength else { return nil }
    return try? AES256GCM.open(
      Array(sealed.dropFirst(AES256GCM.nonceLength)), key: key, nonce: Array(sealed.prefix(AES256GCM.nonceLength)))
  }
}
