import Bytes
import Directory
import Expectations
import JSON
import Testing

/// Sends what the provider `azuread` 3.9.0 sends for a resource, and looks at the answers as the provider does: a second plan is empty when
/// everything that was sent can be read back.
struct Terraform {
  let admin: Administrator
  /// The object id of the app that the provider signs in as: it is the first owner of all that it makes.
  let caller: String

  init(_ bench: Bench) throws {
    admin = try Administrator(bench)
    caller =
      try admin.expect(200, "GET", "/servicePrincipals?$filter=appId+eq+'dae30000-0000-4000-8000-000000000004'")
      .body["value"]?.array?.first?["id"]?.string ?? ""
  }

  static let initialName = "TERRAFORM_UPDATE_8a3e2b41-0000-4000-8000-000000000001"

  var owner: String { "\"https://graph.microsoft.com/v1.0/directoryObjects/\(caller)\"" }

  /// Makes an object. Returns its id.
  func make(
    _ path: String, _ body: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try admin.expect(201, "POST", path, body, sourceLocation: sourceLocation).id
  }

  /// The provider waits for five equal answers.
  @discardableResult
  func settled(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONValue {
    let first = try admin.expect(200, "GET", path, sourceLocation: sourceLocation).body
    for _ in 1..<5 { try expectEqual(admin.send("GET", path).body, first, sourceLocation: sourceLocation) }
    return first
  }

  /// Everything that was sent stands in the answer.
  func reads(_ path: String, _ sent: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let read = try settled(path, sourceLocation: sourceLocation)
    for difference in Self.missing(from: read, in: try JSONValue.parse(Array(sent.utf8)), at: "") {
      Issue.record("\(path): \(difference)", sourceLocation: sourceLocation)
    }
  }

  /// A deletion is done after five 404 in a row.
  func goes(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try admin.expect(204, "DELETE", path, sourceLocation: sourceLocation)
    for _ in 1...5 {
      let gone = try admin.send("GET", path)
      #expect(gone.status == 404 && gone.code == "Request_ResourceNotFound", sourceLocation: sourceLocation)
    }
  }

  /// Whether a list of the service has that object.
  func lists(
    _ path: String, _ id: String, _ isThere: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let ids = try admin.expect(200, "GET", path, sourceLocation: sourceLocation).body["value"]?.array?.map {
      $0["id"]?.string
    }
    expectEqual(ids?.contains(id), isThere, sourceLocation: sourceLocation)
  }

  /// What was sent and does not stand in an answer. Annotations, and secrets that no answer shows, do not count.
  static func missing(from read: JSONValue, in sent: JSONValue, at place: String) -> [String] {
    switch sent {
    case .object(let object):
      return object.members.flatMap { member -> [String] in
        guard !member.name.contains("@odata."), !["passwordProfile", "key"].contains(member.name) else { return [] }
        return missing(from: read[member.name] ?? .string("nothing"), in: member.value, at: "\(place)/\(member.name)")
      }
    case .array(let items):
      guard let found = read.array, found.count == items.count else { return ["\(place) is \(read.text)"] }
      return zip(found, items).enumerated().flatMap { missing(from: $1.0, in: $1.1, at: "\(place)[\($0)]") }
    default: return read == sent ? [] : ["\(place) is \(read.text), \(sent.text) was sent"]
    }
  }
}
