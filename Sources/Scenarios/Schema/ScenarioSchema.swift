package import JSON
import Mail
import Policy
import Worlds

/// The JSON Schema of scenario files, by which editors complete and check them. Its words come from the tables of the
/// decoder. It does not check names of users and apps, since a file may add some.
package enum ScenarioSchema {
  /// The whole schema. `mockidp scenario schema` prints it.
  package static var document: JSONValue {
    var members: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A scenario of mockidp",
      "description": "What the world looks like, what happens in it, and what must have happened by the end.",
    ]
    for member in root.members.members { members.append(member.name, member.value) }
    members.append(
      "$defs",
      [
        "pattern": pattern(for: nil).json, "happening": pattern(for: .happening).json, "policy": policy.json,
        "action": action.json, "lifetimes": lifetimes.json,
      ])
    return .object(members)
  }

  private static let lifetimes = LifetimesPatch.schema()

  private static var root: Schema {
    .mapping(
      [
        .init(
          "scenario", .text(pattern: "^[a-z0-9-]+$"), "The name: small letters, digits and dashes.", isRequired: true),
        .init("extends", .text, "A scenario of the library by name, or a file by its path, that this one builds on."),
        .init(
          "ids", .choice(WorldIDs.self),
          "Whether each made world has ids and domains of its own, or those of this file."),
        .init("summary", .text, "One sentence, shown at the start and in lists."),
        .init("docs", .text, "All that a reader should know."),
        .init("world", world, "What is different from the seeded world."),
        .init("signIn", signIn, "Who answers the sign-in pages."),
        .init("staySignedIn", .bool, "Whether the pages end with \"Stay signed in?\"."),
        .init(
          "clock",
          .mapping([
            .init("start", .time, "Where the world's clock starts."),
            .init("frozen", .bool, "Whether it stands there."),
            .init("offset", .signedDuration, "How far it is ahead of the machine's time, in the place of start."),
          ]), "The world's clock; the machine's time without it."),
        .init("asksWhomToSignOut", .bool, "Whether a sign-out without a hint asks which account is meant."),
        .init("graphTokenNonce", .bool, "Whether clients cannot verify the signatures of Graph's tokens."),
        .init(
          "issuer", .text,
          "The name by which apps reach the world, from which the issuer of tokens that tests make follows."),
        .init("identityHeader", .text, "What calls to App Service's identity endpoint must send."),
        .init("machine", MachineSettings.schema, "The machine or service whose managed identities the world plays."),
        .init("mail", MailSettings.schema, "How the mail service is played."),
        .init("externalId", ExternalIDSettings.schema, "How the tenants of External ID are played."),
        .init(
          "loops", .choice(["stopped", "allowed"]),
          "Whether the fifteenth equal renewal in five minutes is AADSTS50196."),
        .init("replication", .duration, "How long Graph's reads do not see what was changed through Graph."),
        .init(
          "adopt", .bool, "Whether unknown tenants, apps, redirect URIs, APIs, permissions and secrets are taken in."),
      ] + AdoptionWord.all.map { .init($0.key, .choice(["allow", "refuse"]), $0.sentence) } + [
        .init(
          "deviceCode",
          .mapping([.init("enforceInterval", .bool, "Whether devices that poll too fast hear slow_down.")]),
          "How devices that wait are treated."),
        .init("rules", .list(rule), "What happens."),
        .init("expect", .list(expectation), "What must have happened by the end."),
      ])
  }

  // MARK: Rules

  private static var rule: Schema {
    .mapping([
      .init("name", .text, "What the journal calls it."),
      .init("when", pattern(for: .rule), "What it is about: every key that is given must fit.", isRequired: true),
      .init("then", .oneOrMany(.reference("action"), atLeast: 1), "What it does.", isRequired: true),
    ])
  }

  private static var expectation: Schema { pattern(for: .expectation) }

  private enum Use {
    case rule
    case expectation
    /// A pattern under `after`, `before` or `inOrder`.
    case happening
  }

  /// The keys of a pattern. Without a `use` it is the pattern under `not`, which names no event.
  private static func pattern(for use: Use?) -> Schema {
    var properties: [Schema.Property] = []
    if use != nil { properties.append(.init("event", .choice(Exchange.Event.self), "What has just happened.")) }
    properties += [
      .init("endpoint", .choice(Pattern.endpoints.map(\.rawValue)), "Where it happened."),
      .init("grant", .oneOf([.choice(Pattern.grants), .text(pattern: "^(urn:|http)")]), "The grant_type."),
      .init("prompt", .choice(Pattern.prompts)),
      .init("userFlow", .text, "The user flow of Azure AD B2C, by its name."),
      .init("binding", .choice(Exchange.MessageBinding.self), "How the app's message of SAML came."),
      .init("initiated", .choice(Exchange.Initiator.self), "Where a sign-in or sign-out by SAML began."),
      .init("client", .text, "The app, by alias, client id or App ID URI."),
      .init("user", .text, "The user, by alias, sign-in name or object id."),
      .init("action", .choice(Exchange.ProvisioningAction.self), "What provisioning did."),
      .init("group", .text, "The group that provisioning writes, by alias or object id."),
      .init("tenant", .text, "The tenant, by alias, domain or id."),
      .init("scope", .text, "One of the scopes asked for, with or without its resource."),
      .init("resource", .text, "The API a token is for, by alias, client id or App ID URI."),
      .init("error", .text, "The refusal: a code, a name of the catalogue or an OAuth word; after an event only."),
      .init("code", .text, "The same as error."),
      .init(
        "header", .oneOf([.text, Schema(["type": "object", "minProperties": 1])]),
        "A header field the request has, or several with the values they have; * stands for anything."),
      .init("to", .text, "An address that a message went to; * stands for anything."),
      .init("from", .text, "The address that a message is from; * stands for anything."),
      .init("subject", .text, "The subject of a message; * stands for anything."),
      .init("attachments", .number(in: 0...1_000), "How many files are attached to a message."),
      .init("host", .text, "The name the client called; * stands for anything."),
      .init("path", .text(pattern: "^/"), "The path of the request; * is one segment, ** any number of them."),
      .init("method", .text, "The HTTP method."),
      .init("not", .oneOrMany(.reference("pattern")), "Patterns that must not fit."),
    ]
    switch use {
    case .rule:
      properties += [
        .init(
          "occurrence",
          .numeric("integer", from: 1, pattern: "^([1-9][0-9]*|[1-9][0-9]*\\.\\.([1-9][0-9]*)?|every( [1-9][0-9]*)?)$"),
          "Which of the exchanges that fit: 2, 1..3, 3.., every, every 3."),
        .init(
          "probability", .numeric("number", from: 0, pattern: "^[0-9]+(\\.[0-9]*)?%?$"),
          "How often it acts: 0.25 or 25%."),
        .init("after", .duration, "Time since the rule came into force, before which it does nothing."),
        .init("until", .duration, "Time since the rule came into force, after which it does nothing."),
      ]
    case .expectation:
      properties += [
        .init("name", .text, "What after and before of others call it."),
        .init(
          "count", .numeric("integer", from: 0, pattern: "^[0-9]+(\\.\\.[0-9]*)?$"),
          "How often: 2, 1..3, 2..; at least once without it."),
        .init("never", Schema(["enum": [true, "true"]]), "The same as count: 0."),
        .init("after", .oneOf([.text, .reference("happening")]), "Only what happens after that counts."),
        .init("before", .oneOf([.text, .reference("happening")]), "Only what happens before that counts."),
        .init("inOrder", .list(.reference("happening")), "What must happen one after the other, in place of all else."),
      ]
    case .happening, nil: break
    }
    return .mapping(properties, atLeast: use == .rule ? 0 : 1)
  }

  private static var action: Schema {
    let words = ActionTable.all.filter { $0.form.standsAlone }.map { $0.key }
    return .oneOf([.choice(words)] + ActionTable.all.map { $0.form.schema(key: $0.key) })
  }
}
