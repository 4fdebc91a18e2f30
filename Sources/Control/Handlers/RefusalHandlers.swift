import JSON
import Policy

/// Shows the catalogue of refusals.
enum RefusalHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    .json(["refusals": .array(Catalogue.all.map { .object(head($0)) })])
  }

  static func show(_ call: ControlCall) throws -> ControlAnswer {
    switch Catalogue.lookup(call["refusal"]) {
    case .found(let kind): return .json(whole(kind))
    case .unknown(let nearest):
      let like = nearest.map { "\($0.label) \($0.name)" }.joined(separator: ", ")
      throw Problem.notFound(
        "refusal", call["refusal"],
        like.isEmpty
          ? "GET /_mockidp/v1/refusals lists all." : "Did you mean \(like)? GET /_mockidp/v1/refusals lists all.")
    }
  }

  private static func head(_ kind: RefusalKind) -> JSONObject {
    var members: JSONObject = [
      "code": .string(kind.label), "name": .string(kind.name), "section": .string(kind.section.rawValue),
      "error": .string(kind.error.rawValue),
    ]
    members.append("suberror", kind.suberror?.rawValue)
    members.append("meaning", .string(kind.meaning))
    return members
  }

  private static func whole(_ kind: RefusalKind) -> JSONValue {
    var members = head(kind)
    members.append("remedy", .string(kind.remedy))
    members.append("cause", kind.cause)
    members.append("status", .integer(Int64(kind.status)))
    members.append(
      "places", .strings(RefusalKind.Surface.allCases.filter(kind.surfaces.contains).map(\.rawValue)))
    members.append("text", .string(kind.template.description))
    members.append("source", .string(kind.witness.known.rawValue))
    members.append("seen", kind.witness.date)
    members.append(
      "libraries",
      .array(
        kind.verdicts.map { verdict in
          [
            "library": .string(verdict.library.rawValue), "reading": .string(verdict.summary),
            "asksUser": .bool(verdict.asksUser),
          ]
        }))
    members.append("explanation", .string("\(Explanation(kind))"))
    return .object(members)
  }
}
