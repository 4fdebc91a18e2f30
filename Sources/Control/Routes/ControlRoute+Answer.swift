import Scenarios

extension ControlRoute {
  /// An answer that a call may get, beside the problems that every call may get.
  struct Answer: Sendable {
    enum Content: Sendable {
      case nothing
      case json(Shape)
      /// Any other content type.
      case other(String)
      case problem
    }

    let status: Int
    let meaning: String
    let content: Content

    static func ok(_ shape: Shape, _ meaning: String) -> Answer {
      Answer(status: 200, meaning: meaning, content: .json(shape))
    }

    static func created(_ shape: Shape, _ meaning: String) -> Answer {
      Answer(status: 201, meaning: meaning, content: .json(shape))
    }

    static func done(_ meaning: String) -> Answer { Answer(status: 204, meaning: meaning, content: .nothing) }

    /// The answer to a DELETE of several things.
    static func removed(_ meaning: String) -> Answer {
      ok(.object([.required("removed", .count, "how many there were")]), meaning)
    }

    static func other(_ contentType: String, _ meaning: String) -> Answer {
      Answer(status: 200, meaning: meaning, content: .other(contentType))
    }

    static func unavailable(_ shape: Shape, _ meaning: String) -> Answer {
      Answer(status: 503, meaning: meaning, content: .json(shape))
    }

    static func conflict(_ meaning: String) -> Answer { Answer(status: 409, meaning: meaning, content: .problem) }

    /// The problems that every call may get.
    static let problems = [
      Answer(status: 400, meaning: "The request makes no sense.", content: .problem),
      Answer(status: 401, meaning: "A control token is needed, or it is another one.", content: .problem),
      Answer(status: 403, meaning: "The caller may not.", content: .problem),
      Answer(status: 404, meaning: "There is no such thing.", content: .problem),
    ]
  }
}
