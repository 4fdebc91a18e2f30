import Bytes
import Directory
import JSON
package import Worlds

/// The file of `--adopt=FILE`.
extension WorldExport {
  private static let adoptedComment = """
    # What mockidp took in because an app asked for it (--adopt). A server that runs this file knows these tenants, apps and secrets
    # from its start, and takes in nothing more unless it is told to. Secrets are here as digests only.


    """

  /// What the world has taken in, as a scenario of its own name. A scenario of the library that the server began with is not in it: neither
  /// what it expects nor its rules are the user's. A file of the user's own goes on as it is, with what joined it.
  /// - Throws: `ScenarioError` for what a scenario cannot say.
  package static func adopted(by world: World, named name: String) throws(ScenarioError) -> String {
    guard isOfTheLibrary(world.scenario) else { return try file(of: world, adopts: false) }
    let whole = try scenario(of: world)
    var members: JSONObject = [
      "scenario": .string(scenarioName(name)),
      "summary": "What the app asked for, taken in by --adopt.",
    ]
    guard case .object(let content)? = whole["world"] else { return adoptedComment + YAMLText.document(members) }
    var alone = members
    if standsAlone(content, world) {
      var ownWorld: JSONObject = ["seeds": "none"]
      for member in content.members { ownWorld.append(member.name, member.value) }
      alone.append("world", .object(ownWorld))
      let text = adoptedComment + YAMLText.document(alone)
      // A consent or an API of the seeds may still be named; then the seeds stay.
      if (try? ScenarioDecoder.scenario(from: Array(text.utf8), file: name)) != nil { return text }
    }
    members.append("world", .object(content))
    return adoptedComment + YAMLText.document(members)
  }

  /// Whether it is that scenario of the library, and not a file that has its name.
  private static func isOfTheLibrary(_ scenario: Scenario) -> Bool {
    guard ScenarioLibrary.names.contains(scenario.name),
      let known = try? ScenarioLibrary.load(scenario.name, reading: { _ in [] })
    else { return false }
    return known.summary == scenario.summary && known.documentation == scenario.documentation
  }

  /// Whether all that was taken in belongs to tenants that were taken in, so that nothing of the seeds is needed.
  private static func standsAlone(_ content: JSONObject, _ world: World) -> Bool {
    let (now, seeds) = (world.directory, world.template.seeds.state)
    let tenants = now.tenantsInOrder.filter { seeds.tenants[$0.id] == nil && $0.kind.isOrganization }
    guard !tenants.isEmpty, !content.members.contains(where: { ["policies", "groups"].contains($0.name) }) else {
      return false
    }
    let apps = now.applicationsInOrder.filter { seeds.applications[$0.id] == nil }
    return apps.allSatisfy { app in tenants.contains { $0.id == app.tenant } }
  }

  /// The name of a scenario, from that of its file: small letters, digits and dashes.
  private static func scenarioName(_ name: String) -> String {
    var text = ""
    for byte in ASCII.lowercased(name).utf8 {
      if ASCII.isAlphanumeric(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !text.isEmpty, text.utf8.last != 0x2D {
        text += "-"
      }
    }
    while text.utf8.last == 0x2D { text.removeLast() }
    return text.isEmpty ? "adopted" : text
  }
}
