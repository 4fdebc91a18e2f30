package import Directory
package import Policy
import Time

/// Answers with a refusal, whatever the endpoint would decide. The endpoint renders it as it renders its own refusals.
package struct RefuseAction: AnswerAction {
  /// The row of the catalogue. What the exchange knows fills the placeholders of its text.
  package let kind: RefusalKind

  /// What the rule itself says for places in the text.
  package let facts: [Placeholder: String]

  /// Who hears of it where the request is one of SAML. Nil: as the service does.
  package let channel: SAMLChannel?

  /// Refuses with that row of the catalogue. Facts without a place in its text are left out.
  package init(_ kind: RefusalKind, facts: [Placeholder: String] = [:], as channel: SAMLChannel? = nil) {
    self.kind = kind
    self.facts = facts
    self.channel = channel
  }

  package var summary: String { "refuse with \(kind.label)" }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    if let channel { answer.samlChannel = channel }
    var known = Self.facts(of: exchange, in: directory)
    if Self.callTenantByID.contains(kind.code), let tenant = exchange.tenant { known[.tenant] = "\(tenant.id)" }
    answer.refusal = Refusal(kind, knowing: known.merging(facts) { $1 })
  }

  /// The numbers whose texts call the tenant by its id (observed).
  private static let callTenantByID: Set<Int> = [
    RefusalKind.deviceNotFound.code, RefusalKind.userDeleted.code, RefusalKind.servicePrincipalMissing.code,
  ]

  /// What the texts of refusals can say about the exchange. The user's name is not among it, as the service names no
  /// users in its JSON.
  static func facts(of exchange: Exchange, in directory: DirectoryState) -> [Placeholder: String] {
    var facts: [Placeholder: String] = [.now: exchange.startedAt.iso8601Ticks, .method: exchange.method]
    if let client = exchange.client {
      facts[.app] = "\(client.id)"
      facts[.appName] = directory.applications[Application.ID(client.id)]?.displayName ?? client.alias
    }
    if let tenant = exchange.tenant.flatMap({ directory.tenants[Tenant.ID($0.id)] }) {
      facts[.tenant] = tenant.initialDomain
      facts[.organization] = tenant.displayName
    }
    if let user = exchange.user.flatMap({ directory.users[User.ID($0.id)] }) {
      facts[.tokensValidFrom] = user.tokensValidFrom.iso8601Ticks
    }
    if let resource = exchange.resource.flatMap({ directory.application(named: $0) }) {
      facts[.resource] = "\(resource.id)"
      facts[.resourceName] = resource.displayName
    }
    if let grant = exchange.grant { facts[.grantType] = grant }
    for (placeholder, name) in [
      (Placeholder.scope, "scope"), (.redirectURI, "redirect_uri"), (.responseType, "response_type"),
      (.responseMode, "response_mode"),
    ] {
      if let parameter = exchange.parameters.first(where: { $0.name == name }), !parameter.value.isEmpty {
        facts[placeholder] = parameter.value
      }
    }
    return facts
  }
}
