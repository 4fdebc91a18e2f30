import Policy
import Worlds

/// One request with its answer, as the journal keeps it. An entry has no passwords, secrets, codes and tokens in it.
public struct JournalEntry: Sendable, Hashable {
  /// Counts the requests of the world, from 1.
  public let number: Int
  /// The endpoint's name in scenario files: `authorize`, `signIn`, `token`, `me` and so on.
  public let endpoint: String
  /// The method of the request, such as `GET` or `POST` (RFC 9110, section 9).
  public let method: String
  /// The path of the request without the query.
  public let path: String
  /// The HTTP status of the answer.
  public let status: Int
  /// What happened, in the words of scenario files: `token.issued`, `token.refused`, `signIn` and so on.
  public let events: [String]
  /// The alias of the user; nil when the server did not know the user.
  public let user: String?
  /// The alias of the app; nil when the server did not know the app.
  public let client: String?
  /// The `grant_type` of a token request; nil for other requests.
  public let grant: String?
  /// The `prompt` of an authorize request; nil when it had none.
  public let prompt: String?
  /// The scopes that the client asked for; empty when it asked for none.
  public let scopes: [String]
  /// The code of a refusal, such as `AADSTS700082`, or Microsoft Graph's own error code. Nil when nothing was
  /// refused.
  public let code: String?
  /// The OAuth error of a refusal, such as `invalid_grant`; nil without one.
  public let error: String?
  /// Microsoft's addition to the OAuth error, such as `bad_token`; nil for most refusals.
  public let suberror: String?
  /// Why the answer is as it is: one sentence for each step, in order.
  public let reasons: [String]

  init(_ exchange: Exchange) {
    number = exchange.number
    endpoint = exchange.endpoint.rawValue
    method = exchange.method
    path = exchange.path
    status = exchange.status
    events = exchange.events.map(\.rawValue)
    user = exchange.user?.alias
    client = exchange.client?.alias
    grant = exchange.grant
    prompt = exchange.prompt
    scopes = exchange.scopes
    code = exchange.refusal?.kind.label ?? exchange.resourceError
    error = exchange.refusal?.kind.error.rawValue
    suberror = exchange.refusal?.kind.suberror?.rawValue
    reasons = exchange.reasons
  }
}

extension MockWorld {
  /// All requests of the world so far with their answers, the oldest first.
  public var journal: [JournalEntry] { world.journal.exchanges.map(JournalEntry.init) }

  /// The entries in which that event happened, such as `token.refused`.
  public func journal(event: String) -> [JournalEntry] { journal.filter { $0.events.contains(event) } }

  /// Whether one expectation of the scenario was met.
  public struct Verdict: Sendable, Hashable {
    /// False fails a test: the app did not do what the scenario expects of it, or did too much.
    public let isMet: Bool
    /// One line for the developer. For an expectation that was not met, it names the request that came nearest.
    public let sentence: String
  }

  /// Compares the scenario's expectations with the journal and returns one verdict for each expectation, in order.
  public func verify() -> [Verdict] {
    ExpectationCheck.evaluate(world.scenario.expectations, world.journal.exchanges)
      .map { Verdict(isMet: $0.isMet, sentence: $0.sentence) }
  }
}
