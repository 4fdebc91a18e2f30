import Directory
import JSON
import Policy
import Worlds

extension ScenarioSchema {
  static var world: Schema {
    .mapping([
      .init(
        "seeds", .choice(SeededDirectory.Extent.self),
        "Whether Contoso and Fabrikam are there, or Microsoft's own apps and the tenant of personal accounts alone."),
      .init("lifetimes", .reference("lifetimes"), "How long things live, or may lie unused."),
      .init("tenants", .names(entry(Tenant.self)), "Changes to the seeded tenants by alias, and tenants to add."),
      .init(
        "resources", .names(.words(Application.words.filter { Application.resourceWords.contains($0.name) })),
        "APIs of Microsoft's beside those of the catalogue, by alias, and changes to these."),
      .init("users", .names(entry(User.self)), "Changes to the seeded users by alias, and users to add."),
      .init("groups", .names(entry(Group.self)), "Changes to the seeded groups by alias, and groups to add."),
      .init("apps", .names(entry(Application.self)), "Changes to the seeded apps by alias, and apps to add."),
      .init("consents", .list(.words(NewConsent.words)), "What is granted to apps beside what they say of themselves."),
      .init("policies", .list(.reference("policy")), "Conditional Access policies."),
    ])
  }

  private static func entry<Subject: WordedEntry>(_ kind: Subject.Type) -> Schema {
    Schema.words(
      Subject.words,
      after: Subject.canBeRemoved
        ? [.init("removed", Schema(["const": true]), "Takes it away; nothing else may stand beside it.")] : [])
  }

  static var policy: Schema { .words(AccessPolicy.words) }

  static var signIn: Schema {
    let answers: [Schema.Property] = [
      .init("consent", .choice(Persona.ConsentAnswer.self), "What is clicked on the consent page."),
      .init("mfa", .choice(Persona.MultiFactorAnswer.self), "Whether the one-time code is right."),
      .init("cancel", .bool, "Whether the sign-in page is left."),
      .init("staySignedIn", .bool, "The answer to \"Stay signed in?\"."),
    ]
    return .oneOf([
      .choice(WorldSettings.SignIn.self),
      .mapping(
        [
          .init("hints", .bool, "Whether the sign-in page offers the users that could sign in."),
          .init("user", .text, "Who signs in when the request names nobody."),
        ] + answers + [
          .init("users", .names(.mapping(answers)), "Other answers of single users, by alias.")
        ]),
    ])
  }
}

extension Schema {
  /// A mapping whose keys are the words of one kind of object.
  static func words<Subject: Worded>(_ words: [Word<Subject>], after properties: [Property] = []) -> Schema {
    .mapping(
      properties
        + Shape.written(words).map { member in
          Property(
            member.name, Schema(member.shape), member.meaning, isRequired: member.isRequired, mayBeNothing: false,
            pattern: member.family?.pattern)
        })
  }

  /// The schema of a value in a file, where a plain number or boolean counts as a text.
  init(_ shape: Shape) {
    switch shape {
    case .anything: self = .any
    case .null: self.init(["type": "null"])
    case .text(let kind): self = Self.text(kind)
    case .choice(let words): self = .choice(words)
    case .flag: self = .bool
    case .number(let range):
      self = .number(in: Int(clamping: range.lowerBound)...Int(clamping: range.upperBound))
    case .list(let item): self = .list(Schema(item))
    case .map(let value): self = .names(Schema(value))
    case .object(let members):
      self = .mapping(
        members.map { Property($0.name, Schema($0.shape), $0.meaning, isRequired: $0.isRequired) })
    case .either(let shapes, _):
      let others = shapes.filter { if case .null = $0 { false } else { true } }
      let form = others.count == 1 ? others.first.map { Schema($0) } : nil
      let all = form ?? .oneOf(others.map { Schema($0) })
      self = others.count < shapes.count ? all.orNothing : all
    case .named(_, let shape): self.init(shape)
    }
  }

  private static func text(_ kind: Shape.TextKind) -> Schema {
    switch kind {
    case .word, .secret, .plain, .plainSecret: .text
    case .free, .plainOrEmpty: Schema(["type": ["string", "number", "boolean"]])
    case .pattern(let pattern, _): Schema(["type": "string", "pattern": .string(pattern)])
    case .duration: .signedDuration
    case .span: .duration
    case .time: .time
    case .guid: Schema(["type": "string", "pattern": .string(Shape.guidPattern)])
    }
  }
}
