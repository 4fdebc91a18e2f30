import Bytes
import Directory
import Policy

/// The formats of `NameID` that the service has, by their URIs.
typealias SAMLNameFormat = SAMLSettings.NameFormat

extension SAMLSettings.NameFormat {
  private static let old = "urn:oasis:names:tc:SAML:1.1:nameid-format:"
  private static let new = "urn:oasis:names:tc:SAML:2.0:nameid-format:"

  var uri: String {
    switch self {
    case .emailAddress, .unspecified, .windowsDomainQualifiedName: Self.old + rawValue
    case .persistent, .transient: Self.new + rawValue
    }
  }

  /// Nil for a format that the service does not have. It takes each name in both versions.
  init?(uri: String) {
    guard uri.hasPrefix(Self.old) || uri.hasPrefix(Self.new) else { return nil }
    self.init(rawValue: String(uri.dropFirst(Self.old.utf8.count)))
  }
}

/// The name of a user for one app, with its reason (Microsoft: "Customize SAML token claims", NameID).
struct SAMLNameID: Sendable, Hashable {
  let format: SAMLNameFormat
  let value: String
  /// Why it is this format and this value, for the journal.
  let reason: String

  /// `asked` is `Format` of the request, which comes before the app's own; `unspecified` counts as none. `transient` is the value of a
  /// transient name, a new one each time.
  init(of subject: SAMLSubject, asked: SAMLNameFormat?, transient: String) {
    let configured = subject.configuredName
    let wanted = asked.flatMap { $0 == .unspecified ? nil : $0 }
    let format = wanted ?? configured.format
    let cause = wanted == nil ? "the app's settings" : "NameIDPolicy of the request"
    let pairwise = TokenSubject.pairwise(
      user: subject.user.id, tenant: subject.tenant.id, recipient: subject.application.id)
    func make(_ format: SAMLNameFormat, _ value: String, _ reason: String) -> SAMLNameID {
      SAMLNameID(format: format, value: value, reason: "NameID is \(format.rawValue) by \(reason)")
    }
    let source = configured.source ?? "userprincipalname"
    let value = configured.value
    self =
      switch format {
      case .transient: make(.transient, transient, cause)
      case .persistent:
        configured.source == nil || value == nil
          ? make(.persistent, pairwise, "\(cause), pairwise for this app")
          : make(.persistent, value ?? pairwise, "\(cause), from \(source)")
      case .windowsDomainQualifiedName:
        subject.windowsName.map { make(format, $0, cause) }
          ?? make(.persistent, pairwise, "\(cause), and the user has no account of Active Directory: pairwise")
      case .emailAddress, .unspecified:
        if let value, format == .unspecified || value.utf8.contains(0x40) {
          make(format, value, "\(cause), from \(source)")
        } else {
          make(
            .persistent, pairwise,
            "\(cause), and \(source) \(value == nil ? "has no value" : "is not an address"): pairwise in its place")
        }
      }
  }

  private init(format: SAMLNameFormat, value: String, reason: String) {
    self.format = format
    self.value = value
    self.reason = reason
  }
}
