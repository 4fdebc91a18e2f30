import Bytes
import HTTPWire
import Policy

/// What a rule or an expectation looks for. Every member that is set must fit the exchange; nil and an empty list fit
/// all. One exchange can hold several events, so the caller asks once for each event.
///
/// Texts are compared without regard to ASCII case.
package struct Pattern: Sendable, Hashable {
  /// Set: the pattern is about that event. Nil: it is about the exchange as a whole.
  package var event: Exchange.Event?
  /// A file cannot name the control API and the proxy.
  package var endpoint: EndpointName?
  /// The `grant_type` of the request, or one of the short names in `GrantName`.
  package var grant: String?
  /// The request's `prompt` parameter as the app sent it.
  package var prompt: String?
  /// The user flow of Azure AD B2C; ASCII case does not count.
  package var userFlow: String?
  /// How the app's message of SAML came.
  package var binding: Exchange.MessageBinding?
  /// Where the sign-in or sign-out by SAML began.
  package var initiated: Exchange.Initiator?
  /// The app that sent the request: its alias or client id.
  package var client: String?
  /// The user's alias or object id.
  package var user: String?
  /// What provisioning did.
  package var action: Exchange.ProvisioningAction?
  /// The alias or object id of the group that provisioning writes.
  package var group: String?
  /// The alias or id of the tenant that the request named. Where it named none (`common`, `organizations`), it is the
  /// tenant of the user.
  package var tenant: String?
  /// One of the scopes that the app asked for: as a whole, or by the part after its last slash.
  package var scope: String?
  /// The alias of the API that the token is for.
  package var resource: String?
  /// The OAuth word, a name of the catalogue, a code such as `AADSTS50173` or `50173`, or the code of Graph's error.
  package var error: String?
  /// All of these header fields must be in the request.
  package var headers: [HeaderPattern] = []
  /// One of the addresses that a message went to, and the one that it is from; `*` stands for anything.
  package var to: Wildcard?
  package var from: Wildcard?
  /// The subject of a message; `*` stands for anything.
  package var subject: Wildcard?
  /// How many files are attached to a message.
  package var attachments: Int?
  /// The host that the client called. Its port is compared only when the pattern has a colon.
  package var host: Wildcard?
  /// The path of the request. A pattern with a path also fits requests that no endpoint serves.
  package var path: PathPattern?
  /// The HTTP method, in capital letters.
  package var method: String?
  /// None of these patterns may fit. They come from the key `not`, and name no event.
  package var exceptions: [Pattern] = []

  package init() {}

  /// One line for people: `token.issued, grant authorization_code, user alice`.
  package var summary: String {
    let parts =
      [
        event?.rawValue, endpoint.map { "endpoint \($0.rawValue)" }, grant.map { "grant \($0)" },
        prompt.map { "prompt \($0)" }, userFlow.map { "user flow \($0)" },
        binding.map { "binding \($0.rawValue)" }, initiated.map { "initiated \($0.rawValue)" },
        client.map { "client \($0)" }, user.map { "user \($0)" }, action.map { "action \($0.rawValue)" },
        group.map { "group \($0)" },
        tenant.map { "tenant \($0)" }, scope.map { "scope \($0)" }, resource.map { "resource \($0)" }, error,
        to.map { "to \($0)" }, from.map { "from \($0)" }, subject.map { "subject \($0)" },
        attachments.map { "attachments \($0)" }, host.map { "host \($0)" }, path.map { "path \($0)" },
        method.map { "method \($0)" },
      ].compactMap { $0 } + headers.map { "header \($0)" } + exceptions.map { "not (\($0.summary))" }
    return parts.isEmpty ? "anything" : parts.joined(separator: ", ")
  }

  /// Whether the exchange fits, as far as the endpoint has understood it by now. `event` is the event that has just
  /// happened; it is nil before the endpoint decides.
  package func matches(_ exchange: Exchange, event: Exchange.Event?) -> Bool {
    if let wanted = self.event, wanted != event { return false }
    if let endpoint, !endpoint.covers(exchange) { return false }
    if let action, action != exchange.action { return false }
    if let binding, binding != exchange.binding { return false }
    if let initiated, initiated != exchange.initiator { return false }
    return fits(group, exchange.group) && fitsGrant(exchange) && fits(prompt, exchange.prompt) && fitsUserFlow(exchange)
      && fits(client, exchange.client)
      && fits(user, exchange.user) && fits(tenant, exchange.tenant ?? exchange.userTenant)
      && (fits(resource, exchange.resource) || fits(resource, exchange.resourceStandsFor))
      && fitsScope(exchange) && fitsError(exchange) && fitsHost(exchange) && fits(method, exchange.method)
      && path?.matches(exchange.path) ?? true && fitsMail(exchange.mail)
      && headers.allSatisfy { $0.matches(exchange.fields) }
      && !exceptions.contains { $0.matches(exchange, event: event) }
  }

  private func fitsGrant(_ exchange: Exchange) -> Bool {
    guard let grant else { return true }
    return exchange.grant.map { GrantName.matches(grant, $0) } ?? false
  }

  private func fitsMail(_ mail: Exchange.Mail?) -> Bool {
    guard to != nil || from != nil || subject != nil || attachments != nil else { return true }
    guard let mail else { return false }
    return to.map { mail.to.contains(where: $0.matches) } ?? true && from?.matches(mail.from) ?? true
      && subject?.matches(mail.subject) ?? true && attachments ?? mail.attachments == mail.attachments
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
      || found.standsFor.map { ASCII.equalIgnoringCase($0, wanted) } ?? false
  }

  private func fitsUserFlow(_ exchange: Exchange) -> Bool {
    guard let userFlow else { return true }
    return exchange.userFlow.map { ASCII.equalIgnoringCase($0, userFlow) } ?? false
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
      || ASCII.equalIgnoringCase(refusal.label, error) || "\(refusal.kind.code)" == error
  }
}
