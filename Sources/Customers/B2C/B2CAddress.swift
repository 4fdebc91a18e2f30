import Authority
import Bytes
import Directory
import HTTPWire
import Policy
import Worlds

/// Where a request to Azure AD B2C goes: a tenant, a user flow, and what is left of the path. The service has three forms of the same
/// address, and its documents keep the form of the request (Microsoft: "Set redirect URLs to b2clogin.com").
struct B2CAddress: Sendable, Hashable {
  enum Form: String, Codable, Sendable {
    /// `/{tenant}/{flow}/oauth2/v2.0/token`
    case path
    /// `/tfp/{tenant}/{flow}/oauth2/v2.0/token`
    case tfp
    /// `/{tenant}/oauth2/v2.0/token?p={flow}`
    case query
  }

  /// The parts of an address before anybody has looked them up.
  struct Parts: Sendable, Hashable {
    var form: Form
    /// As they came, percent-decoded.
    var tenant: String
    /// Nil for an address without a user flow.
    var flow: String?
    /// The segments after the user flow.
    var rest: [String]
  }

  let form: Form
  /// As it came, in small letters: an id or a domain.
  let tenantText: String
  let tenant: Tenant
  let flow: UserFlow

  /// Splits a path. `isOwnHost` says whether the client called a host of Azure AD B2C, where an address without a user flow is one too.
  /// Nil for a path that has no such form.
  static func parts(path: String, query: FormFields?, isOwnHost: Bool) -> Parts? {
    if !isOwnHost, query == nil, isOfEntra(path) { return nil }
    var segments = Path(path).segments.map { Percent.decode($0) ?? $0 }
    let isLong = ASCII.equalIgnoringCase(segments.first ?? "", "tfp")
    if isLong { segments.removeFirst() }
    guard let tenant = segments.first, !tenant.isEmpty else { return nil }
    let rest = Array(segments.dropFirst())
    if let flow = query?.nonEmpty("p") {
      if B2CRoutes.serves(rest) { return Parts(form: .query, tenant: tenant, flow: flow, rest: rest) }
      // Services of a page name the user flow twice.
    }
    // The document of the tenant itself has a version in the place of a user flow.
    if let flow = rest.first, !ASCII.equalIgnoringCase(flow, "v2.0"), B2CRoutes.serves(Array(rest.dropFirst())) {
      return Parts(form: isLong ? .tfp : .path, tenant: tenant, flow: flow, rest: Array(rest.dropFirst()))
    }
    guard isOwnHost || isLong else { return nil }
    return Parts(form: .path, tenant: tenant, flow: nil, rest: rest)
  }

  /// Whether the path is `/{tenant}/v2.0/…` or `/{tenant}/{word}/v2.0/{word}`, as most are: those of Entra ID's own endpoints. Neither has a user
  /// flow. Every request of the login service comes here.
  private static func isOfEntra(_ path: String) -> Bool {
    let path = path.utf8.span
    var segment = 0
    var start = 0
    for index in path.indices {
      guard path[index] == 0x2F || index == path.count - 1 else { continue }
      let end = path[index] == 0x2F ? index : index + 1
      let isVersion = end - start == 4 && path[start] == 0x76 && path[start + 1] == 0x32 && path[start + 2] == 0x2E
      if segment == 2, isVersion { return true }
      if segment == 3, !isVersion { return false }
      if segment == 4 { return end == path.count && path[start] != 0x2E }
      segment += 1
      start = index + 1
    }
    return false
  }

  /// Looks the parts up. Nil for a tenant without that user flow.
  init?(_ parts: Parts, of tenant: Tenant) {
    guard let flow = parts.flow.flatMap({ tenant.userFlow(named: $0) }) else { return nil }
    form = parts.form
    tenantText = ASCII.lowercased(parts.tenant)
    self.tenant = tenant
    self.flow = flow
  }

  /// The address of an endpoint of the user flow, in the form of the request. The name of the flow stands in small letters (observed).
  func url(_ rest: String, _ origin: Origin) -> String {
    let flow = ASCII.lowercased(flow.name)
    return switch form {
    case .path: "\(origin.login)/\(tenantText)/\(flow)/\(rest)"
    case .tfp: "\(origin.login)/tfp/\(tenantText)/\(flow)/\(rest)"
    case .query: "\(origin.login)/\(tenantText)/\(rest)?p=\(flow)"
    }
  }

  /// The page of the service that every client may have for an answer: of the tenant's own host, or of this server.
  func nativeClient(_ origin: Origin) -> String {
    let host = "\(tenant.subdomain)\(MicrosoftHosts.b2c)\(origin.portSuffix)"
    return origin.isMicrosofts
      ? "https://\(host)/oauth2/nativeclient" : "\(origin.login)/\(tenantText)/oauth2/nativeclient"
  }

  /// `iss` of tokens.
  func issuer(_ origin: Origin) -> String { UserFlowSubject.issuer(of: flow, in: tenant, base: origin.login) }

  /// What an endpoint notes of the address first, for rules and the journal.
  func note(_ exchange: inout Exchange, _ call: Call) {
    exchange.note(tenant: tenant)
    exchange.userFlow = flow.name
    let host = call.origin.host
    let own = [tenant.subdomain, "\(tenant.id)"].map { $0 + MicrosoftHosts.b2c }
    guard host.hasSuffix(MicrosoftHosts.b2c), !own.contains(where: { ASCII.equalIgnoringCase($0, host) }) else {
      return
    }
    exchange.because(
      "the path names \(tenant.initialDomain), and the host \(host) is that of another tenant: the path decides")
  }
}
