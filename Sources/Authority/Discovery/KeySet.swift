import JOSE
import JSON
import Policy
import Worlds

/// The keys that verify the tokens of a tenant, as a key document lists them (RFC 7517 §5).
struct KeySet: WrittenDocument {
  /// What the document says of its keys.
  private struct Issuers: Hashable {
    /// Nil in documents of v1.0, which name the cloud alone.
    let work: String?
    let personal: String?
    let cloudInstanceName: String
  }

  private let keys: [KeyRing.PublishedKey]
  private let issuers: Issuers

  /// The document of `/discovery/v2.0/keys`.
  init(_ keys: [KeyRing.PublishedKey], _ segment: TenantSegment, _ origin: Origin) {
    self.keys = keys
    issuers = Issuers(
      work: OpenIDConfiguration.issuer(segment, origin: origin),
      personal: keys.contains { $0.isPersonal } ? OpenIDConfiguration.issuer(.consumers, origin: origin) : nil,
      cloudInstanceName: origin.cloud.instanceName)
  }

  /// The document of `/discovery/keys` of v1.0.
  init(legacy keys: [KeyRing.PublishedKey], _ origin: Origin) {
    self.keys = keys
    // Observed since 2025-02.
    issuers = Issuers(work: nil, personal: nil, cloudInstanceName: origin.cloud.instanceName)
  }

  var json: JSONValue {
    let listed = keys.map { published in
      published.key.jwk(
        issuer: published.isPersonal ? issuers.personal : issuers.work,
        cloudInstanceName: issuers.cloudInstanceName)
    }
    return ["keys": .array(listed)]
  }
}
