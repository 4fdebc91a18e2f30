import Bytes
import LooseFormats

/// The address of an identity service, taken apart.
struct Authority: Sendable {
  enum Service: Sendable, Hashable {
    /// Microsoft Entra ID, in any cloud.
    case entra
    /// Microsoft Entra External ID: an Entra tenant with a host of its own.
    case externalId
    case b2c
    case adfs
    case other
  }

  var service: Service
  /// The first part of the path: a tenant's id, its domain, or `common` and its like. Nil when there is none.
  var tenant: String?
  /// The user flow of Azure AD B2C; nil for an address without one.
  var policy: String?
  /// The domain that the tenant's own host tells.
  var domain: String?

  private static let entraHosts = """
    login.microsoftonline.com login.windows.net login.microsoft.com sts.windows.net login.microsoftonline.us login-us.microsoftonline.com \
    login.partner.microsoftonline.cn login.chinacloudapi.cn login.microsoftonline.de login.sovcloud-identity.fr \
    login.sovcloud-identity.de login.sovcloud-identity.sg
    """

  /// Whether the host, in small letters, is one of Entra ID's own.
  static func isEntra(_ host: String) -> Bool { entraHosts.hasWord(host) }

  /// Nil for a text that is not an address.
  init?(_ text: String) {
    let small = ASCII.lowercased(text)
    guard small.hasPrefix("https://") || small.hasPrefix("http://") else { return nil }
    let rest = String(text[(text.firstPlace(of: "://")?.upperBound ?? text.startIndex)...])
    let parts = rest.pathParts
    guard let first = parts.first else { return nil }
    let host = ASCII.lowercased(String(first.parts(0x3A).first ?? first))
    tenant = parts.count > 1 ? String(parts[1].parts(0x3F).first ?? "") : nil
    if tenant?.isEmpty == true { tenant = nil }
    for ending in [".b2clogin.com", ".ciamlogin.com"] where host.hasSuffix(ending) {
      let label = String(host.dropLast(ending.utf8.count))
      if ValueShape.isName(label), !Placeholder.fits(label) { domain = label + ".onmicrosoft.com" }
    }
    let isFlow = small.firstPlace(of: "/b2c_1") != nil || small.firstPlace(of: "/tfp/") != nil
    if host.hasSuffix(".b2clogin.com") || isFlow {
      service = .b2c
      takeFlow(parts.dropFirst().map { String($0.parts(0x3F).first ?? "") }, host: host, of: text)
    } else if ASCII.lowercased(tenant ?? "") == "adfs" {
      service = .adfs
    } else if host.hasSuffix(".ciamlogin.com") {
      service = .externalId
      if tenant == nil { tenant = Self.domain(of: text, host: host, without: ".ciamlogin.com") }
    } else if Self.isEntra(host) {
      service = .entra
    } else {
      service = .other
    }
  }

  /// The domain that the tenant's own host tells. A placeholder stays as it stands there.
  private static func domain(of text: String, host: String, without ending: String) -> String {
    let label = String(host.dropLast(ending.utf8.count))
    guard Placeholder.fits(label) else { return label + ".onmicrosoft.com" }
    return text.pathParts.dropFirst().first.map { String($0.prefix(label.count)) } ?? label
  }

  /// `/{tenant}/{flow}` or `/tfp/{tenant}/{flow}`. The host names the tenant where the path does not.
  private mutating func takeFlow(_ path: [String], host: String, of text: String) {
    var rest = path.filter { !$0.isEmpty }
    if ASCII.lowercased(rest.first ?? "") == "tfp" { rest.removeFirst() }
    tenant = rest.first
    if tenant == nil, host.hasSuffix(".b2clogin.com") {
      tenant = Self.domain(of: text, host: host, without: ".b2clogin.com")
    }
    policy = rest.dropFirst().first.flatMap { Self.isFlow($0) ? $0 : nil }
  }

  /// The name of a flow without the slash that some settings have behind it.
  static func flow(_ text: String) -> String { String(text.dropLast(text.utf8.reversed().prefix { $0 == 0x2F }.count)) }

  /// Whether this is the name of a user flow or a custom policy: they all begin so.
  static func isFlow(_ text: String) -> Bool { ASCII.lowercased(text).hasPrefix("b2c_1") }
}

extension Candidate {
  /// The services that its addresses name.
  static func services(_ findings: [Finding]) -> [Authority.Service] {
    findings.filter { $0.fact == .authority || $0.fact == .instance }.compactMap {
      let text = Reference.resolve($0.value) { _ in nil }
      let service = Authority(text)?.service
      // A host that only a variable has is nobody's yet.
      return service == .other && text.firstPlace(of: "://${") != nil ? nil : service
    }
  }
}

/// The forms of single values.
enum ValueShape {
  /// Whether this can be the name of a domain: letters, digits and hyphens with a dot.
  static func isDomain(_ text: String) -> Bool {
    text.utf8.contains(0x2E) && !text.hasPrefix(".") && !text.hasSuffix(".")
      && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E }
  }

  /// Whether this can be the name of a permission.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || [0x2E, 0x5F, 0x2D].contains($0) }
  }

  /// The client id of MSAL's own scheme, `msalGUID`.
  static func scheme(_ text: String) -> String? {
    text.hasPrefix("msal") ? GUID(String(text.dropFirst(4)))?.description : nil
  }

  /// Whether this is an absolute URI that a registration can have.
  static func isRedirect(_ text: String) -> Bool {
    guard let place = text.firstPlace(of: "://") else { return text == "urn:ietf:wg:oauth:2.0:oob" }
    return place.lowerBound > text.startIndex && text.firstPlace(of: "${") == nil && text.firstPlace(of: "%s") == nil
      && !text.utf8.contains { $0 <= 0x20 || $0 == 0x3C || $0 == 0x7B || $0 == 0x5B }
  }

  /// The API and the permission of a scope: `api://…/Orders.Read` or `https://graph.microsoft.com/User.Read`. The API is empty
  /// for a permission of Microsoft Graph. Nil for a text that is not a scope.
  static func scope(_ text: String) -> (api: String, name: String)? {
    guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x2C }), !text.isEmpty else { return nil }
    guard let slash = text.utf8.lastIndex(of: 0x2F) else {
      return text.firstPlace(of: "${") == nil && !Placeholder.fits(text) ? ("", text) : nil
    }
    var api = String(text[..<slash])
    let name = String(text[text.index(after: slash)...])
    guard isName(name) else { return nil }
    while api.hasSuffix("/") { api.removeLast() }
    let small = ASCII.lowercased(api)
    guard
      small.hasPrefix("api://") || small.hasPrefix("https://") || small.hasPrefix("http://localhost")
        || GUID(api) != nil
    else { return nil }
    if small.hasPrefix("https://graph.microsoft.") || small == "00000003-0000-0000-c000-000000000000"
      || small.hasPrefix("https://dod-graph.") || small.hasPrefix("https://microsoftgraph.")
    {
      return ("", name)
    }
    return (api, name)
  }
}
