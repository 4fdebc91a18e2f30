import JOSE
import JSON
import Policy
import Scenarios

/// The keys that tokens of a tenant verify with (RFC 7517 §5), as a key document lists them.
struct KeySet: WrittenDocument {
  private struct Member: Hashable {
    let key: SigningKey
    /// Nil in documents of v1.0, which name no issuers.
    let issuer: String?
    let cloudInstanceName: String?
  }

  private let members: [Member]

  /// As `/discovery/v2.0/keys` lists them.
  init(_ keys: [KeyRing.PublishedKey], _ segment: TenantSegment, _ origin: Origin) {
    let issuer = OpenIDConfiguration.issuer(segment, origin: origin)
    members = keys.map {
      Member(
        key: $0.key, issuer: $0.isPersonal ? OpenIDConfiguration.issuer(.consumers, origin: origin) : issuer,
        cloudInstanceName: origin.cloud.instanceName)
    }
  }

  /// As `/discovery/keys` of v1.0 lists them.
  init(legacy keys: [KeyRing.PublishedKey]) {
    members = keys.map { Member(key: $0.key, issuer: nil, cloudInstanceName: nil) }
  }

  var json: JSONValue {
    ["keys": .array(members.map { $0.key.jwk(issuer: $0.issuer, cloudInstanceName: $0.cloudInstanceName) })]
  }
}
