import JSON
import Scenarios

/// One call of the control API, as data. The same data routes a call, checks it and describes it.
struct ControlRoute: Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  /// What a call is about, which decides what its path begins with.
  enum Scope: Sendable {
    /// The whole process; the path follows `/_mockidp`.
    case server
    /// One world; the path follows `/_mockidp/v1`.
    case world
  }

  /// A value in the braces of the path, in the query or in a header field.
  struct Parameter: Sendable {
    enum Place: String, Sendable {
      case path
      case query
      case header
    }

    let name: String
    let place: Place
    let shape: Shape
    /// What the value means, in words that follow "It is", as in `Shape.Member`.
    let meaning: String
    /// Whether a call without it is refused. A parameter of the path is always there.
    var isRequired = false

    /// `ControlCall.limit` reads it.
    static let limit = query("limit", .count, "how many to show, such as 20")

    static func required(_ name: String, _ meaning: String) -> Parameter {
      Parameter(name: name, place: .query, shape: .word, meaning: meaning, isRequired: true)
    }

    static func path(_ name: String, _ meaning: String) -> Parameter {
      Parameter(name: name, place: .path, shape: .word, meaning: meaning)
    }

    static func query(_ name: String, _ meaning: String) -> Parameter { query(name, .word, meaning) }

    static func query(_ name: String, _ shape: Shape, _ meaning: String) -> Parameter {
      Parameter(name: name, place: .query, shape: shape, meaning: meaning)
    }

    static func header(_ name: String, _ shape: Shape, _ meaning: String) -> Parameter {
      Parameter(name: name, place: .header, shape: shape, meaning: meaning)
    }
  }

  /// The body that a call takes.
  enum Body: Sendable {
    /// A JSON object; it may be left out where no member of it is required.
    case json(Shape)
    /// A part of a scenario file, in JSON or YAML. The scenario decoder checks it; the shape only describes it.
    case scenarioWords(Shape, isRequired: Bool = true)
  }

  typealias Handler = @Sendable (ControlCall) throws -> ControlAnswer

  let method: Method
  /// The name of this call in generated clients: `disableUser`. No two calls have one name.
  let id: String
  let scope: Scope
  /// The whole path. A name in braces stands for one segment.
  let pattern: String
  let summary: String
  let parameters: [Parameter]
  let body: Body?
  let answers: [Answer]
  /// Whether a caller on another machine needs no token. Such a call only tells what is public.
  let isForEverybody: Bool
  let handler: Handler

  init(
    _ method: Method, _ path: String, _ id: String, _ summary: String, scope: Scope = .world,
    parameters: [Parameter] = [], body: Body? = nil, answers: [Answer], isForEverybody: Bool = false,
    _ handler: @escaping Handler
  ) {
    self.method = method
    self.id = id
    self.scope = scope
    pattern = (scope == .world ? "/_mockidp/v1" : "/_mockidp") + path
    self.summary = summary
    self.parameters = parameters
    self.body = body
    self.answers = answers
    self.isForEverybody = isForEverybody
    self.handler = handler
  }

  /// Whether a call looks at what its world has and then makes or changes something of a name. Two such calls must not do so at once, or
  /// both would find one name free. A world itself is made by the registry, which decides alone.
  var decidesAboutNames: Bool {
    scope == .world && (method == .put || method == .patch || answers.contains { $0.status == 201 })
  }

  func parameters(in place: Parameter.Place) -> [Parameter] { parameters.filter { $0.place == place } }
}
