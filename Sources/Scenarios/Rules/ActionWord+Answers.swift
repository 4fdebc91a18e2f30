import Bytes
import HTTPWire
import JOSE
import JSON
import Policy
import Time
import Worlds
import YAML

extension ActionWord {
  /// The actions that shape the answer to the request.
  static let onAnswers: [ActionWord] = inPlaceOfTheEndpoint + onTheWay + onTokensAndKeys

  /// What `damage` calls a Response of SAML.
  private static let samlResponse = "samlResponse"

  /// The faults of tokens, and then those that only a Response of SAML has.
  private static let faults: [String] = {
    let tokens = TokenDamage.Fault.allCases.map(\.rawValue)
    return tokens + SAMLDamage.Fault.allCases.map(\.rawValue).filter { !tokens.contains($0) }
  }()

  private static let inPlaceOfTheEndpoint: [ActionWord] = [
    ActionWord(
      "refuse",
      ActionForm(
        "Answers with a refusal of the catalogue, by code or name.", .text,
        [
          .init("facts", .names(.text), "What stands at the places of its text, such as { parameter: iss }."),
          .init("as", .choice(SAMLChannel.self), "Who hears of it where the request is one of SAML."),
        ],
        example: "{ refuse: AADSTS53003 }"),
      needs: "a code such as AADSTS50173 or a name of the catalogue", moment: .before(at: nil)
    ) { value, fields, _ throws(ScenarioError) in
      let kind = try value.refusalKind()
      let channel = try fields.take("as")?.choice(SAMLChannel.self)
      return .answer(RefuseAction(kind, facts: try fields.section("facts")?.facts(of: kind) ?? [:], as: channel))
    },
    ActionWord(
      "respond",
      ActionForm(
        "Answers with that and nothing else.",
        .mapping([
          .init("status", .number(in: 200...599), isRequired: true),
          .init("retryAfter", .duration, "Retry-After, rounded up to seconds."),
          .init("headers", .names(.text)), .init("body", .text, "Text."), .init("json", .any, "A body of JSON."),
          .init("html", .text, "A body of HTML."),
        ]), example: "{ respond: { status: 503, retryAfter: 2s } }"), needs: "a mapping such as { status: 503 }",
      moment: .before(at: nil)
    ) { value, _, _ throws(ScenarioError) in .answer(RespondAction(try AnswerShape.Replacement(value))) },
    ActionWord(
      "challenge",
      ActionForm(
        alone: "Answers 401 with a claims challenge, as Microsoft Graph or an API of your own does.", .any,
        example: "{ challenge: c1 }"),
      moment: .before(at: [.me, .graph, .userInfo])
    ) { value, _, _ throws(ScenarioError) in .answer(try ChallengeAction(reading: value)) },
    ActionWord(
      "changeAnswer",
      ActionForm(
        "Changes what the endpoint answers.",
        .mapping(
          [
            .init("status", .number(in: 200...599)),
            .init("headers", .names(.text), "Header fields in place of the answer's."),
            .init("members", .names(.any), "Members of the JSON body, in place of the answer's."),
            .init("without", .oneOrMany(.text), "Members of the JSON body to leave out."),
          ], atLeast: 1), example: "{ changeAnswer: { members: { issuer: https://elsewhere.test } } }"),
      needs: AnswerEdit.wanted
    ) { value, _, _ throws(ScenarioError) in .answer(ChangeAnswerAction(try AnswerEdit(value))) },
  ]

  /// No client waits longer than this.
  private static let longestDelay = Duration.minutes(10)

  private static let onTheWay: [ActionWord] = [
    ActionWord(
      "delay", ActionForm("Holds the answer back; at most 10m.", .duration, example: "{ delay: 2s }"),
      needs: "a duration such as 2s"
    ) { value, _, _ throws(ScenarioError) in
      let duration = try value.duration()
      guard duration <= longestDelay else { throw value.mismatch("a duration of at most 10m") }
      return .answer(DelayAction(by: duration))
    },
    ActionWord(
      "slowBody",
      ActionForm(
        "Sends so many bytes of the body a second.", .number(in: 1...1_000_000), example: "{ slowBody: 100 }"),
      needs: "a number of bytes a second such as 100"
    ) { value, _, _ throws(ScenarioError) in
      .answer(DeliverAction.slowBody(bytesPerSecond: try value.number(in: 1...1_000_000)))
    },
    ActionWord(
      "cutBody",
      ActionForm(
        "Sends so many bytes of the body and ends the connection.", .number(in: 0...1_000_000),
        example: "{ cutBody: 40 }"), needs: "a number of bytes such as 40"
    ) { value, _, _ throws(ScenarioError) in
      .answer(DeliverAction.cutBody(afterBytes: try value.number(in: 0...1_000_000)))
    },
    ActionWord(
      "send",
      ActionForm(
        "Sends a change of [provisioning](provisioning.md) in a way that apps have to stand, too.",
        .oneOrMany(.choice(SendAction.Fault.self), atLeast: 1), example: "{ send: twice }"),
      needs: SendAction.Fault.allCases.map(\.rawValue).joined(separator: ", "), moment: .before(at: [.provisioning])
    ) { value, _, _ throws(ScenarioError) in
      var faults: Set<SendAction.Fault> = []
      for item in value.oneOrMany() { faults.insert(try item.choice(SendAction.Fault.self)) }
      return .answer(SendAction(faults))
    },
    ActionWord(
      "resetConnection", "Resets the connection in the place of an answer.", .answer(DeliverAction.resetConnection)),
    ActionWord("noAnswer", "Sends nothing and keeps the connection open.", .answer(DeliverAction.noAnswer)),
  ]

  private static let onTokensAndKeys: [ActionWord] = [
    ActionWord(
      "tokenUsedUp", "Tells the client that the access token has ended; APIs go on taking it.",
      .answer(ChangeAnswerAction(.usedUp))),
    ActionWord(
      "damage",
      ActionForm(
        "Makes the tokens, or the SAML Response, of this answer wrong.",
        .oneOrMany(.choice(DamageAction.Token.allCases.map(\.rawValue) + [samlResponse]), atLeast: 1),
        [
          .init("with", .oneOrMany(.choice(faults)), "What is wrong."),
          .init("attributes", .names(.oneOrMany(.text)), "Attributes of the Response that say something else."),
          .init("claims", .names(.any), "Claims that say something else."),
          .init("without", .oneOrMany(.text), "Claims that are missing."),
        ], example: "{ damage: idToken, with: wrongNonce }"), needs: "accessToken, idToken or a list of both",
      moment: .before(at: [.token, .authorize, .signIn, .managedIdentity, .saml, .launcher])
    ) { value, fields, _ throws(ScenarioError) in
      if value.node.text == samlResponse { return .answer(SAMLDamageAction(try SAMLDamage(&fields))) }
      var tokens: [DamageAction.Token] = []
      for item in value.oneOrMany() { tokens.append(try item.choice(DamageAction.Token.self)) }
      guard !tokens.isEmpty else { throw value.error("'damage' is empty; give accessToken, idToken or both") }
      let damage = try TokenDamage(&fields)
      guard !damage.isNone else {
        throw fields.missing(
          "with", else: "'damage' needs 'with' (such as badSignature), 'claims' to change or 'without' some")
      }
      return .answer(DamageAction(tokens, damage))
    },
    ActionWord(
      "serveKeys",
      ActionForm(
        "Serves the key of before the last rotation, or none, or for an hour after a rotation the keys of before by turns.",
        .choice(ServedKeys.self), example: "{ serveKeys: stale }"),
      needs: "stale, none or byTurns", moment: .before(at: [.keys])
    ) { value, _, _ throws(ScenarioError) in .answer(ServeKeysAction(try value.choice(ServedKeys.self))) },
  ]
}

extension FileMapping {
  /// What a rule says for the places in the text of that refusal.
  fileprivate func facts(of kind: RefusalKind) throws(ScenarioError) -> [Placeholder: String] {
    let known = kind.template.placeholders.map(\.rawValue).sorted()
    var facts: [Placeholder: String] = [:]
    for (key, value) in entries {
      guard let place = Placeholder(rawValue: value.key), known.contains(value.key) else {
        throw key.error(
          "the text of \(kind.label) has no place '\(value.key)'; "
            + (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"))
      }
      facts[place] = try value.text()
    }
    return facts
  }
}

extension ChallengeAction {
  /// Nothing: a newer token. A word: an authentication context such as `c1`. A mapping: the claims themselves.
  fileprivate init(reading value: FileValue?) throws(ScenarioError) {
    guard let value else {
      self.init(Optional<String>.none)
      return
    }
    guard value.node.entries == nil else {
      self.init(JSONValue(value.node).text)
      return
    }
    let context = try value.text("an authentication context such as c1, or a mapping of claims")
    guard context.utf8.allSatisfy(ASCII.isAlphanumeric) else {
      throw value.mismatch("an authentication context such as c1, or a mapping of claims")
    }
    self.init(context: context)
  }
}
