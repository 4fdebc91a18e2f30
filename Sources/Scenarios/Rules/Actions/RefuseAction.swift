import Directory
import Policy
import Time

/// `refuse: AADSTS50173`, or by the catalogue's name: the answer is that refusal, whatever the truth is.
package struct RefuseAction: FileAction {
  package static let key = "refuse"
  static let moment = ActionMoment.before(at: nil)

  let kind: RefusalKind

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    kind = try fields.require(Self.key, else: "'refuse' needs a code such as AADSTS50173 or a name of the catalogue")
      .refusalKind()
  }

  package var summary: String { "refuse with \(kind.label)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    answer.refusal = Refusal(kind, knowing: Self.facts(of: exchange, in: world.directory))
  }

  /// What the exchange knows of what the texts of refusals state. Users stay unnamed, as in the service's own JSON.
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
