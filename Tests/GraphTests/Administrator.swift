import Directory
import Expectations
import HTTPWire
import JSON
import Scenarios
import Testing
import Worlds

/// A caller who administers the directory of a bench, as Terraform, Azure CLI or a script does.
struct Administrator {
  let bench: Bench
  /// What is sent in `Authorization`.
  let token: String

  /// An app of its own with all that tools hold: the seeded daemon, which is also the owner of what it makes.
  init(_ bench: Bench) throws {
    self.bench = bench
    token = try bench.app(
      "Application.ReadWrite.All", "AppRoleAssignment.ReadWrite.All", "DelegatedPermissionGrant.ReadWrite.All",
      "Directory.Read.All", "Domain.Read.All", "Group.ReadWrite.All", "GroupMember.ReadWrite.All", "User.ReadWrite.All",
      "AuditLog.Read.All", "Policy.Read.All", "Policy.ReadWrite.ConditionalAccess",
      "Policy.ReadWrite.ApplicationConfiguration", "RoleManagement.ReadWrite.Directory",
      "Mail.ReadWrite", "Mail.Send", "Synchronization.ReadWrite.All")
  }

  init(_ bench: Bench, token: String) {
    self.bench = bench
    self.token = token
  }

  struct Answer {
    let status: Int
    let body: JSONValue

    var id: String { body["id"]?.string ?? "" }
    var code: String? { body["error"]?["code"]?.string }
    var message: String { body["error"]?["message"]?.string ?? "" }
  }

  /// Sends a request; the path may have a query.
  @discardableResult
  func send(_ method: String, _ path: String, _ body: String? = nil) throws -> Answer {
    let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
    let response = try bench.call(
      parts[0].hasPrefix("/beta") ? parts[0] : "/v1.0" + parts[0], method: method,
      query: parts.count > 1 ? parts[1] : nil, authorization: token, body: body
    ).response
    return Answer(status: response.status, body: response.body.isEmpty ? .null : try response.json())
  }

  /// Sends a request that has to succeed with that status, and gives its body back.
  @discardableResult
  func expect(
    _ status: Int, _ method: String, _ path: String, _ body: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Answer {
    let answer = try send(method, path, body)
    expectEqual(answer.status, status, "\(method) \(path): \(answer.body.text)", sourceLocation: sourceLocation)
    return answer
  }

  /// The same world made again from its export.
  func again() throws -> Administrator {
    let file = try WorldExport.file(of: bench.world)
    return try Administrator(Bench(scenario: ScenarioDecoder.scenario(from: Array(file.utf8), file: "x")))
  }
}
