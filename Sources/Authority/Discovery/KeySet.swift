import JOSE
import JSON
import Policy
import Worlds

/// The keys that verify the tokens of a tenant, as a key document lists them (RFC 7517 §5).
struct KeySet: WrittenDocument {
  /// What the document says of its keys.
  private struct Issuers: Hashable {
    /// Nil in documents of v1.0, which name the cloud alone.
    var work: String?
    var personal: String?
    var cloudInstanceName: String?
  }

  private let keys: [KeyRing.PublishedKey]
  private var issuers: Issuers
  /// The cloud whose key stands behind the work and school keys. Nil: no other cloud's.
  private let partner: Partner?

  /// The document of `/discovery/v2.0/keys`, with the key of the partner cloud or without it.
  init(_ keys: [KeyRing.PublishedKey], _ segment: TenantSegment, _ origin: Origin, hasPartner: Bool) {
    self.init(legacy: keys, origin, hasPartner: hasPartner)
    issuers.work = OpenIDConfiguration.issuer(segment, origin: origin)
    if keys.contains(where: \.isPersonal) {
      issuers.personal = OpenIDConfiguration.issuer(.consumers, origin: origin)
    }
  }

  /// The document of `/discovery/keys` of v1.0.
  init(legacy keys: [KeyRing.PublishedKey], _ origin: Origin, hasPartner: Bool) {
    self.keys = keys
    // Observed of v1.0 since 2025-02.
    issuers = Issuers(cloudInstanceName: origin.cloud.instanceNameOfKeys)
    partner = hasPartner ? Partner(of: origin.cloud) : nil
  }

  var json: JSONValue {
    var listed = keys.filter { !$0.isPersonal }.map { published in
      published.key.jwk(issuer: issuers.work, cloudInstanceName: issuers.cloudInstanceName)
    }
    if let entry = partner?.entry {
      listed.append(entry.jwk(issuer: issuers.work, cloudInstanceName: partner?.cloud.instanceNameOfKeys))
    }
    listed += keys.filter(\.isPersonal).map { published in
      published.key.jwk(issuer: issuers.personal, cloudInstanceName: issuers.cloudInstanceName)
    }
    return ["keys": .array(listed)]
  }

  /// The other one of the two clouds that list a key of each other (observed).
  private enum Partner: Hashable {
    case global
    case usGovernment

    init?(of cloud: Cloud) {
      switch cloud.instanceName {
      case Cloud.global.instanceName: self = .usGovernment
      case Cloud.usGovernment.instanceName: self = .global
      default: return nil
      }
    }

    var cloud: Cloud { self == .global ? .global : .usGovernment }

    var entry: KeyEntry? { self == .global ? PartnerKeys.global : PartnerKeys.usGovernment }
  }
}
