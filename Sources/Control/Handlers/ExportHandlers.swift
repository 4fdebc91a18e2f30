import Bytes
import Directory
import HTTPWire
import JSON
import Scenarios
import Worlds

/// A world as a scenario file, or as a configuration of Terraform.
enum ExportHandlers {
  static let contentType = "application/yaml"
  static let terraformType = "application/hcl"

  /// The words of `format`.
  enum Format: String, CaseIterable, Sendable {
    case yaml, json, terraform
  }

  static func export(_ call: ControlCall) throws -> ControlAnswer {
    if call.query.nonEmpty("format") == Format.terraform.rawValue {
      return .text(TerraformExport.text(of: call.world, tenant: try tenant(call)), contentType: terraformType)
    }
    do {
      guard wantsJSON(call) else {
        return .text(try WorldExport.file(of: call.world), contentType: contentType)
      }
      return .json(.object(try WorldExport.scenario(of: call.world)))
    } catch { throw impossible(error) }
  }

  /// The tenant that the query names, else the main one. The tenant of personal accounts has no administrators, so no Terraform.
  private static func tenant(_ call: ControlCall) throws -> Tenant {
    let directory = call.world.directory
    let known = directory.tenantsInOrder.filter { $0.kind.isOrganization }.map(\.alias)
    guard let name = call.query.nonEmpty("tenant") ?? directory.mainTenant?.alias else {
      throw Problem.unknownWord("tenant", "", known: known)
    }
    guard let tenant = directory.tenant(named: name), tenant.kind.isOrganization else {
      throw Problem.unknownWord("tenant", name, known: known)
    }
    return tenant
  }

  static func impossible(_ error: ScenarioError) -> Problem {
    .conflict(
      "impossible", "Not possible", "A scenario file cannot say how the world is: \(error.sentence).",
      "GET …/world, …/groups and …/apps show how things are.")
  }

  /// The query decides, else the `Accept` field. A client that accepts anything gets YAML.
  private static func wantsJSON(_ call: ControlCall) -> Bool {
    if let format = call.query.nonEmpty("format") { return format == "json" }
    let accepted = call.call.request.fields.all("Accept").joined(separator: ",").split(separator: ",").map(mediaType)
    return accepted.contains("application/json") && !accepted.contains { $0.hasSuffix("yaml") }
  }

  /// The type in an item of an `Accept` field, without parameters and blanks.
  private static func mediaType(_ item: Substring) -> String {
    let type = item.split(separator: ";").first ?? ""
    return type.filter { $0 != " " }
  }
}
