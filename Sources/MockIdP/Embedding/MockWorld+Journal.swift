import Policy
import Scenarios

/// One request with its answer, as the journal keeps it. Passwords, secrets, codes and tokens are in none of it.
public struct JournalEntry: Sendable, Hashable {
  /// Counts up from 1 within the world.
  public let number: Int
  /// `authorize`, `signIn`, `token`, `me` and so on, as in scenario files.
  public let endpoint: String
  public let method: String
  public let path: String
  /// The HTTP status of the answer.
  public let status: Int
  /// What happened, such as `token.issued`, `token.refused`, `signIn`, as in scenario files.
  public let events: [String]
  /// Alias of the user, where one was known.
  public let user: String?
  /// Alias of the app, where one was known.
  public let client: String?
  public let grant: String?
  public let prompt: String?
  public let scopes: [String]
  /// `AADSTS700082`, or Graph's own word; nil when nothing was refused.
  public let code: String?
  /// `invalid_grant`.
  public let error: String?
  public let suberror: String?
  /// Why the answer is what it is, in order.
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
  /// What was asked and answered, the oldest first.
  public var journal: [JournalEntry] { world.journal.exchanges.map(JournalEntry.init) }

  /// The entries with that event, such as `token.refused`.
  public func journal(event: String) -> [JournalEntry] { journal.filter { $0.events.contains(event) } }

  /// What came of one expectation of the scenario.
  public struct Verdict: Sendable, Hashable {
    public let isMet: Bool
    /// One line for people; of a failed expectation it tells what came nearest.
    public let sentence: String
  }

  /// Holds what the scenario expects against the journal, one verdict for each expectation.
  public func verify() -> [Verdict] {
    ExpectationCheck.evaluate(world.scenario.expectations, world.journal.exchanges)
      .map { Verdict(isMet: $0.isMet, sentence: $0.sentence) }
  }
}
