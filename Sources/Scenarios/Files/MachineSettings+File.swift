import Bytes
import Directory
import JSON
import Worlds
import YAML

extension MachineSettings {
  private enum MetadataHeader: String, Sendable, CaseIterable {
    case required
    case optional
  }

  static var schema: Schema {
    .mapping([
      .init("identities", .list(.text), "The managed identities that are assigned, by their short names."),
      .init("region", .text(pattern: "^[a-z0-9]+$"), "Where the machine stands, such as westeurope."),
      .init("name", .text(pattern: "^[A-Za-z0-9._-]+$"), "The name of the machine."),
      .init(
        "metadataHeader", .choice(MetadataHeader.self),
        "Whether the instance metadata service refuses requests without Metadata: true."),
      .init("user", .text, "Who is signed in to Cloud Shell."),
    ])
  }

  /// Reads `machine`. What it does not name stays.
  mutating func read(_ value: FileValue, in directory: DirectoryState) throws(ScenarioError) {
    var fields = try FileMapping(value)
    if let list = fields.take("identities") {
      var aliases: [String] = []
      for item in try list.list("a list of managed identities such as [identity]") {
        let app = try item.existingApplication(in: directory)
        guard app.managedIdentityResource != nil else {
          throw item.error("'\(app.alias)' is not a managed identity; give it 'managedIdentity', or leave it out")
        }
        aliases.append(app.alias)
      }
      identities = aliases
    }
    if let region = fields.take("region") {
      self.region = try region.word("a region such as westeurope") {
        ASCII.isDigit($0) || (0x61...0x7A).contains($0)
      }
    }
    if let name = fields.take("name") {
      self.name = try name.word("a name of letters, digits, dots and dashes") {
        ASCII.isAlphanumeric($0) || [0x2E, 0x2D, 0x5F].contains($0)
      }
    }
    if let header = try fields.take("metadataHeader")?.choice(MetadataHeader.self) {
      needsMetadataHeader = header == .required
    }
    if let user = try fields.take("user")?.user(in: directory) { self.user = user }
    try fields.finish()
  }

  /// What a file has to say so that a world without `machine` becomes like this.
  var written: JSONObject {
    let usual = MachineSettings()
    var members = JSONObject()
    if let identities { members.append("identities", .strings(identities)) }
    if region != usual.region { members.append("region", region) }
    if name != usual.name { members.append("name", name) }
    if !needsMetadataHeader { members.append("metadataHeader", MetadataHeader.optional.rawValue) }
    members.append("user", user)
    return members
  }
}

extension FileValue {
  /// A text with at least one byte, all of which are allowed.
  fileprivate func word(_ wanted: String, _ isAllowed: (UInt8) -> Bool) throws(ScenarioError) -> String {
    let text = try self.text(wanted)
    guard !text.isEmpty, text.utf8.allSatisfy(isAllowed) else { throw mismatch(wanted) }
    return text
  }
}
