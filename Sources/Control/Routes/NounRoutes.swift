import Directory
import JSON
import Scenarios
import Worlds

/// The shapes and the calls of one kind of object.
enum NounRoutes<Noun: ControlNoun> {
  private static var calls: NounCalls { Noun.calls }

  /// What answers show. Its words are those of scenario files.
  static var shown: Shape { .named(calls.name.one, .object(Shape.shown(Noun.words))) }

  /// The parameter of the path.
  static var name: ControlRoute.Parameter { .path(calls.one, calls.key) }

  private static var path: String { "/\(calls.many)/{\(calls.one)}" }

  /// The calls that need nothing but the kind: list, show and take away.
  private static var list: ControlRoute {
    ControlRoute(
      .get, "/\(calls.many)", "list\(calls.name.many)", calls.list, parameters: calls.parameters,
      answers: [
        .ok(.listing(calls.many, of: shown, "the \(calls.many), \(calls.order)"), "The \(calls.many).")
      ],
      { call in
        let directory = call.world.directory
        return .json([
          calls.many: .array(try Noun.listed(call).map { WorldJSON.value($0, directory) })
        ])
      })
  }

  private static var show: ControlRoute {
    ControlRoute(
      .get, path, "show\(calls.name.one)", "One \(calls.one).", parameters: [name],
      answers: [.ok(shown, "The \(calls.one).")],
      { call in .json(WorldJSON.value(try call.object(Noun.self), call.world.directory)) })
  }

  private static var remove: ControlRoute {
    ControlRoute(
      .delete, path, "remove\(calls.name.one)", calls.remove, parameters: [name], answers: [.done(calls.removed)],
      { call in
        try call.object(Noun.self).remove(from: call.world)
        return .nothing
      })
  }

  /// All calls. `new` and `changes` are what the bodies say; without a `change` the kind has no PATCH.
  static func all(
    new: Shape, changes: ControlRoute.Body, create: @escaping ControlRoute.Handler,
    put: @escaping ControlRoute.Handler, change: ControlRoute.Handler?
  ) -> [ControlRoute] {
    let now = "The \(calls.one) as it is now."
    let made = "The new \(calls.one)."
    var routes = [
      list,
      ControlRoute(
        .post, "/\(calls.many)", "create\(calls.name.one)", calls.create, body: .scenarioWords(new),
        answers: [.created(shown, made), .conflict("There is such \(calls.a).")], create),
      show,
      ControlRoute(
        .put, path, "put\(calls.name.one)", calls.put, parameters: [name], body: changes,
        answers: [.ok(shown, now), .created(shown, made)], put),
    ]
    if let change {
      routes.append(
        ControlRoute(
          .patch, path, "change\(calls.name.one)", "Changes \(calls.a); what is not named stays.", parameters: [name],
          body: changes, answers: [.ok(shown, now)], change))
    }
    return routes + [remove]
  }

  /// A call that does something to the object and shows it.
  static func verb(
    _ verb: String, _ operation: String, _ summary: String, body: ControlRoute.Body? = nil,
    answers: [ControlRoute.Answer], _ perform: @escaping @Sendable (Noun, ControlCall) throws -> Void
  ) -> ControlRoute {
    ControlRoute(
      .post, path + "/" + verb, operation, summary, parameters: [name], body: body, answers: answers,
      { call in
        let object = try call.object(Noun.self)
        try perform(object, call)
        return .json(WorldJSON.value(try call.object(Noun.self, named: object.pathName), call.world.directory))
      })
  }
}

extension NounRoutes where Noun: ControlEntry {
  /// A call for each verb, with the parameters of the verb as the members of its body.
  static func verbs(_ verbs: [Verb<Noun>]) -> [ControlRoute] where Noun.ID == Identifier<Noun> {
    verbs.map { verb in
      let members = verb.parameters.map(\.member)
      return Self.verb(
        verb.word, "\(verb.word)Of\(calls.name.one)", verb.sentence,
        body: members.isEmpty ? nil : .json(.object(members)),
        answers: [
          .ok(shown, "The \(calls.one) as it is afterwards."), .conflict("It is not possible as things are."),
        ]
      ) { object, call in
        try call.attempt { try call.world.perform([verb.action(.id(object.id), call.body.object)]) }
      }
    }
  }

  static var changes: Shape { .named(calls.name.one + "Changes", .object(Shape.written(Noun.words))) }

  static var new: Shape {
    let alias = Shape.Member.required("alias", .word, "the short name: letters, digits, '-', '.' and '_'")
    return .named("New" + calls.name.one, .object([alias] + Shape.written(Noun.words)))
  }

  static var nouns: [ControlRoute] {
    all(
      new: new, changes: .scenarioWords(changes, isRequired: false), create: EntryHandlers<Noun>.create,
      put: EntryHandlers<Noun>.put, change: EntryHandlers<Noun>.change)
  }
}

extension ControlCall {
  /// The object that the path names.
  func object<Noun: ControlNoun>(_: Noun.Type, named name: String? = nil) throws(Problem) -> Noun {
    let directory = world.directory
    let name = name ?? self[Noun.calls.one]
    guard let object = Noun.found(name, in: directory) else {
      throw .unknownWord(Noun.calls.one, name, known: Noun.all(in: directory).map(\.pathName), status: 404)
    }
    return object
  }
}

extension Verb.Parameter {
  /// The parameter as a member of a body. Its sentence stands in a list there.
  fileprivate var member: Shape.Member {
    let text = sentence.prefix(1).lowercased() + sentence.dropFirst().dropLast()
    return Shape.Member(name, kind.shape, text)
  }
}

extension Verb.Parameter.Kind {
  fileprivate var shape: Shape {
    switch self {
    case .secret: .text(.secret)
    case .flag: .flag
    }
  }
}
