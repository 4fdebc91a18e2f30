import Bytes
import HTTPWire
import Policy

/// What a rule or an expectation is about: every member that is set must fit the exchange. One exchange can hold several
/// events, so matching is asked for each.
package struct Pattern: Sendable, Hashable {
  package var event: Exchange.Event?
  package var endpoint: EndpointName?
  package var grant: String?
  package var prompt: String?
  /// Alias or id.
  package var client: String?
  package var user: String?
  package var tenant: String?
  /// One of the scopes asked.
  package var scope: String?
  package var resource: String?
  /// The OAuth word, a catalogue name, or a code such as `AADSTS50173`.
  package var error: String?
  /// Each of them must be there.
  package var headers: [HeaderPattern] = []
  /// The name the client called; with a port only where the pattern has one.
  package var host: Wildcard?
  /// None of these may fit.
  package var exceptions: [Pattern] = []

  package init() {}

  /// One line for people: `token.issued, grant authorization_code, user alice`.
  package var summary: String {
    let parts =
      [
        event?.rawValue, endpoint.map { "endpoint \($0.rawValue)" }, grant.map { "grant \($0)" },
        prompt.map { "prompt \($0)" }, client.map { "client \($0)" }, user.map { "user \($0)" },
        tenant.map { "tenant \($0)" }, scope.map { "scope \($0)" }, resource.map { "resource \($0)" }, error,
        host.map { "host \($0)" },
      ].compactMap { $0 } + headers.map { "header \($0)" } + exceptions.map { "not (\($0.summary))" }
    return parts.isEmpty ? "anything" : parts.joined(separator: ", ")
  }

  /// Whether the exchange fits as far as it is understood; `event` is the one that has just happened, nil before any.
  package func matches(_ exchange: Exchange, event: Exchange.Event?) -> Bool {
    if let wanted = self.event, wanted != event { return false }
    if let endpoint, endpoint != exchange.endpoint { return false }
    return fitsGrant(exchange) && fits(prompt, exchange.prompt) && fits(client, exchange.client)
      && fits(user, exchange.user) && fits(tenant, exchange.tenant ?? exchange.userTenant)
      && fits(resource, exchange.resource)
      && fitsScope(exchange) && fitsError(exchange) && fitsHost(exchange)
      && headers.allSatisfy { $0.matches(exchange.fields) }
      && !exceptions.contains { $0.matches(exchange, event: event) }
  }

  private func fitsGrant(_ exchange: Exchange) -> Bool {
    guard let grant else { return true }
    return exchange.grant.map { GrantName.matches(grant, $0) } ?? false
  }

  private func fitsHost(_ exchange: Exchange) -> Bool {
    guard let host else { return true }
    let name = HTTPAuthority(exchange.host)?.host ?? exchange.host
    return host.matches(host.description.utf8.contains(0x3A) ? exchange.host : name)
  }

  private func fits(_ wanted: String?, _ found: String?) -> Bool {
    guard let wanted else { return true }
    return found.map { ASCII.equalIgnoringCase($0, wanted) } ?? false
  }

  private func fits(_ wanted: String?, _ found: Exchange.Party?) -> Bool {
    guard let wanted else { return true }
    guard let found else { return false }
    return ASCII.equalIgnoringCase(found.alias, wanted) || ASCII.equalIgnoringCase("\(found.id)", wanted)
  }

  private func fitsScope(_ exchange: Exchange) -> Bool {
    guard let scope else { return true }
    return exchange.scopes.contains { ASCII.equalIgnoringCase($0, scope) || $0.hasSuffix("/" + scope) }
  }

  private func fitsError(_ exchange: Exchange) -> Bool {
    guard let error else { return true }
    guard let refusal = exchange.refusal else {
      return exchange.resourceError.map { ASCII.equalIgnoringCase($0, error) } ?? false
    }
    return ASCII.equalIgnoringCase(refusal.error.rawValue, error) || ASCII.equalIgnoringCase(refusal.kind.name, error)
      || ASCII.equalIgnoringCase("AADSTS\(refusal.kind.code)", error) || "\(refusal.kind.code)" == error
  }
}
