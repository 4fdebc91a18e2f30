import JOSE
import JSON
import Policy
import Scenarios

/// The keys that tokens of a tenant verify with (RFC 7517 §5), as a key document lists them.
struct KeySet: WrittenDocument {
  /// Who issues with them. Documents of v1.0 name nobody.
  private struct Issuers: Hashable {
    let work: String
    let personal: String?
    let cloudInstanceName: String
  }

  private let keys: [KeyRing.PublishedKey]
  private let issuers: Issuers?

  /// As `/discovery/v2.0/keys` lists them.
  init(_ keys: [KeyRing.PublishedKey], _ segment: TenantSegment, _ origin: Origin) {
    self.keys = keys
    issuers = Issuers(
      work: OpenIDConfiguration.issuer(segment, origin: origin),
      personal: keys.contains { $0.isPersonal } ? OpenIDConfiguration.issuer(.consumers, origin: origin) : nil,
      cloudInstanceName: origin.cloud.instanceName)
  }

  /// As `/discovery/keys` of v1.0 lists them.
  init(legacy keys: [KeyRing.PublishedKey]) {
    self.keys = keys
    issuers = nil
  }

  var json: JSONValue {
    let listed = keys.map { published in
      published.key.jwk(
        issuer: published.isPersonal ? issuers?.personal : issuers?.work,
        cloudInstanceName: issuers?.cloudInstanceName)
    }
    return ["keys": .array(listed)]
  }
}
