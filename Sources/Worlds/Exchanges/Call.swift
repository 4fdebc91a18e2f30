package import Bytes
package import Directory
package import HTTPWire
package import Policy
package import Time

/// One request, with all that an endpoint may know about where and when it came.
package final class Call: Sendable {
  /// As it arrived, or as trusted proxies describe it.
  package let request: HTTPRequest
  /// The base URLs that answers name to this client.
  package let origin: Origin
  /// The world that the request belongs to.
  package let world: World
  /// The world's time, read once, so that the whole answer is about one moment.
  package let now: UnixTime
  /// Whether the endpoint has thrown a `PostponedAnswer` for this request before, and the work has ended.
  package let hasWaited: Bool
  /// Whether pages may tell the client of the console. Nil: they never do.
  private let console: (@Sendable (HTTPRequest) -> Bool)?
  /// Answers the sign-in pages of this request, whatever the world's settings say. Nil: the settings say who answers.
  package let persona: Persona?
  /// Where an Azure Arc agent writes its keys. Nil: this server plays no agent.
  package let challengeFiles: (any ChallengeFiles)?
  /// The parameters of the URL. Empty when the URL has no query; nil when the query is not readable as UTF-8.
  package let query: FormFields?

  package init(
    request: HTTPRequest, origin: Origin, world: World, hasWaited: Bool = false, persona: Persona? = nil,
    console: (@Sendable (HTTPRequest) -> Bool)? = nil, challengeFiles: (any ChallengeFiles)? = nil
  ) {
    self.challengeFiles = challengeFiles
    self.hasWaited = hasWaited
    self.persona = persona
    self.console = console
    self.request = request
    self.origin = origin
    self.world = world
    now = world.now
    query = request.query.map { FormFields(parsing: $0) } ?? FormFields()
  }

  /// The call as it is after the rules had their turn. A rule may have moved the world's clock, and then the new time
  /// counts for the request that it fired for.
  package func after(_ exchange: Exchange) -> Call {
    exchange.rules.isEmpty ? self : again(hasWaited: hasWaited)
  }

  /// The same call after its endpoint has thrown a `PostponedAnswer`, and the work has ended.
  package var asWaited: Call { again(hasWaited: true) }

  /// The same call at the world's time of now.
  package var begunAnew: Call { again(hasWaited: hasWaited) }

  private func again(hasWaited: Bool) -> Call {
    Call(
      request: request, origin: origin, world: world, hasWaited: hasWaited, persona: persona, console: console,
      challengeFiles: challengeFiles)
  }

  /// Whether pages may tell the client of the console, because it is on this machine and came directly.
  package var seesConsole: Bool { console?(request) ?? false }

  /// How the server answers the sign-in pages for the user of that alias. Nil when a person or a browser answers them.
  package func persona(for alias: String?) -> Persona? { persona ?? world.settings.persona(for: alias) }

  /// The world's directory as it is now. In it the server's own address names Microsoft Graph, so that a scope such as
  /// `https://localhost:8443/User.Read` is found, and in a national cloud the public cloud's addresses of APIs that have others there are not.
  package var directory: DirectoryState {
    var directory = world.directory
    directory.graphAddresses = origin.graphAddresses
    directory.nationalCloud = origin.cloud.apis
    return directory
  }
}

/// One place of the service that answers requests.
package protocol Endpoint: Sendable {
  /// The name that rules and the journal have for this endpoint.
  var name: EndpointName { get }

  /// Whose answers it gives: the header fields and cookies that all of them have are added to what `respond` gives.
  var answers: AnswerKind { get }

  /// Answers the call, and notes in `exchange` what it understood, decided and did.
  /// - Throws: `PostponedAnswer` when the answer first needs documents of other servers; `ReplacedAnswer` when a rule
  /// gives the answer. The front renders every other error as a failure of the service.
  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse

  /// The header fields by which a browser lets a script of a page read the answer (CORS). An answer that a rule puts in
  /// the place of the endpoint's own has them too. Empty where the service lets no script read its answers.
  func crossOriginFields(for call: Call) -> HTTPFields

  /// Whether `respond` may wait for another server. An event loop then leaves the call to a thread that may wait.
  func mayWait(for call: Call) -> Bool
}

extension Endpoint {
  package var answers: AnswerKind { .own }

  package func crossOriginFields(for call: Call) -> HTTPFields { [:] }

  package func mayWait(for call: Call) -> Bool { false }
}
