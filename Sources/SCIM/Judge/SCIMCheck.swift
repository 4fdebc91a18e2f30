package import JSON

/// One question to a SCIM server: a row of the judge's table.
package struct SCIMCheck: Sendable {
  /// What a wrong answer costs.
  package enum Level: String, Sendable, Hashable {
    /// A leaver keeps access, members are lost, or somebody else's data is shown.
    case security
    /// Entra cannot work with the server.
    case entra
    /// It works today.
    case fragile
  }

  /// What Entra does about a wrong answer, and how that is known.
  package struct Effect: Sendable, Hashable {
    /// `observed` in a public capture, log or thread; `documented` by Microsoft; `chosen` where no source tells.
    package let mark: String
    package let text: String

    static func observed(_ text: String) -> Effect { Effect(mark: "observed", text: text) }
    static func documented(_ text: String) -> Effect { Effect(mark: "documented", text: text) }
    static func chosen(_ text: String) -> Effect { Effect(mark: "chosen", text: text) }
  }

  /// A letter for the group, and a number: `D4`.
  package let id: String
  package let level: Level
  /// Whether the check runs in both dialects.
  package let isInBoth: Bool
  package let title: String
  /// What must come back, in one sentence.
  package let passes: String
  /// Where that is written.
  package let rule: String
  package let effect: Effect
  /// Rows of `PublicBug`.
  package let bugs: [Int]
  /// Whether the check changes nothing at the server.
  let isReading: Bool
  let run: @Sendable (JudgeBench) throws -> Void

  init(
    _ id: String, _ level: Level, inBoth: Bool = false, reads: Bool = false, _ title: String, passes: String,
    rule: String,
    entra effect: Effect, bugs: [Int] = [], _ run: @escaping @Sendable (_ bench: JudgeBench) throws -> Void
  ) {
    self.id = id
    self.level = level
    isInBoth = inBoth
    isReading = reads
    self.title = title
    self.passes = passes
    self.rule = rule
    self.effect = effect
    self.bugs = bugs
    self.run = run
  }

  /// The letter.
  package var group: String { String(id.prefix(1)) }

  /// All checks, in their order.
  package static let all: [SCIMCheck] =
    connecting + matching + creating + changing + pathless + leaving + groups + limits + [mediaType]

  /// What the letters mean.
  package static let groupNames: KeyValuePairs<String, String> = [
    "A": "connecting", "B": "matching", "C": "creating", "D": "changing", "E": "changing without a path",
    "F": "leaving", "G": "groups",
    "H": "limits",
  ]
}

/// One request of a check and what came back.
package struct SCIMExchange: Sendable, Hashable {
  package let method: String
  /// Path and query after the tenant's URL.
  package let target: String
  package let body: String
  /// Nil without an answer.
  package let status: Int?
  /// The body of the answer, or why there is none.
  package let answer: String
  /// The command that sends the request again.
  package let curl: String
}

/// How a check ended.
package struct SCIMVerdict: Sendable {
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    case pass, fail, warn, skip
  }

  package let check: SCIMCheck
  /// Nil for a check that runs once.
  package let dialect: SCIMDialect?
  package let outcome: Outcome
  /// What was wrong, or why the check was passed over. Empty for a pass.
  package let text: String
  package let exchanges: [SCIMExchange]

  /// The id, with the dialect where there are two: `D4 compliant`.
  package var name: String { dialect.map { "\(check.id) \($0.rawValue)" } ?? check.id }

  /// The exchanges that people want to see: the last change and what was read last.
  package var shown: [SCIMExchange] {
    guard let last = exchanges.indices.last else { return [] }
    guard exchanges[last].method == "GET", let write = exchanges.lastIndex(where: { $0.method != "GET" }) else {
      return [exchanges[last]]
    }
    return [exchanges[write], exchanges[last]]
  }

  /// All that there is to say, for programs.
  package var json: JSONValue {
    var object: JSONObject = ["id": .string(check.id)]
    object.append("dialect", dialect?.rawValue)
    object.append("result", .string(outcome.rawValue))
    object.append("level", .string(check.level.rawValue))
    object.append("title", .string(check.title))
    object.append("passes", .string(check.passes))
    if !text.isEmpty { object.append("found", .string(text)) }
    object.append("rule", .string(check.rule))
    object.append("entra", ["does": .string(check.effect.text), "known": .string(check.effect.mark)])
    if !check.bugs.isEmpty { object.append("bugs", .strings(check.bugs.compactMap { PublicBug.all[$0]?.text })) }
    object.append("exchanges", .array(exchanges.map(Self.json)))
    return .object(object)
  }

  private static func json(_ exchange: SCIMExchange) -> JSONValue {
    var object: JSONObject = ["request": "\(exchange.method) \(exchange.target)"]
    if !exchange.body.isEmpty { object.append("body", .string(exchange.body)) }
    if let status = exchange.status { object.append("status", .integer(Int64(status))) }
    object.append("answer", .string(exchange.answer))
    object.append("again", .string(exchange.curl))
    return .object(object)
  }
}
