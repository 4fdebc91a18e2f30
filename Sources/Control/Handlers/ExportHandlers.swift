import Bytes
import HTTPWire
import JSON
import Scenarios
import Worlds

/// A world as a scenario file.
enum ExportHandlers {
  static let contentType = "application/yaml"

  static func export(_ call: ControlCall) throws -> ControlAnswer {
    do {
      guard wantsJSON(call) else {
        return .text(try WorldExport.file(of: call.world), contentType: contentType)
      }
      return .json(.object(try WorldExport.scenario(of: call.world)))
    } catch { throw impossible(error) }
  }

  static func impossible(_ error: ScenarioError) -> Problem {
    .conflict(
      "impossible", "Not possible", "A scenario file cannot say how the world is: \(error.sentence).",
      "GET …/world, …/groups and …/apps show how things are.")
  }

  /// The query decides, else the `Accept` field. A client that accepts anything gets YAML.
  private static func wantsJSON(_ call: ControlCall) -> Bool {
    if let format = call.query.nonEmpty("format") { return format == "json" }
    let accepted = call.call.request.fields.all("Accept").joined(separator: ",").split(separator: ",").map { type in
      type.split(separator: ";").first.map { $0.filter { $0 != " " } } ?? ""
    }
    return accepted.contains("application/json") && !accepted.contains { $0.hasSuffix("yaml") }
  }
}
