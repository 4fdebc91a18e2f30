import Bytes
import Directory
import JSON
import Policy
import Time

/// The token of a service account of Kubernetes, or of a pipeline, which proves an app that trusts its issuer.
struct WorkloadToken {
  /// The cluster that apps trust which say nothing of one. Its keys are those of the server.
  private static let issuer =
    "https://westeurope.oic.prod-aks.azure.com/\(SeededDirectory.contoso)/00000000-0000-0000-0000-000000000001/"

  let app: ServerFacts.App
  /// What the token has to fit.
  let credential: FederatedCredential
  var lifetime = Duration.hours(24)
  /// Further claims, which go before those that follow from the subject.
  var claims: [(name: String, value: JSONValue)] = []

  /// The credential of an app that trusts a cluster of Azure.
  static func cluster(for app: ServerFacts.App) -> FederatedCredential {
    FederatedCredential(
      id: .named("\(app.alias)/kubernetes"), name: "kubernetes", issuer: issuer,
      subject: "system:serviceaccount:default:\(app.alias)")
  }

  /// Makes the app trust a cluster.
  ///
  /// - Throws: `RemoteRefusal`.
  static func trust(_ credential: FederatedCredential, of app: ServerFacts.App, at server: RemoteServer) throws {
    _ = try server.control(
      "PATCH", "/apps/\(Percent.encodeForm(app.clientID))",
      [
        "federatedCredentials": [
          .object([
            "name": .string(credential.name), "issuer": .string(credential.issuer),
            "subject": .string(credential.subject),
          ])
        ]
      ])
  }

  /// Has the server make the token, in the place of the issuer.
  ///
  /// - Throws: `RemoteRefusal`, `CommandError`.
  func mint(at server: RemoteServer) throws -> String {
    let answer = try server.control(
      "POST", "/tokens",
      [
        "client": .string(app.clientID), "kind": "accessToken", "lifetime": .string(lifetime.shortText),
        "claims": .object(statement),
        "without": .strings(Claim.namesOfService.filter { name in !claims.contains { $0.name == name } }),
      ])
    guard let token = answer["token"]?.string else { throw CommandError("the server made no token for \(app.alias)") }
    return token
  }

  private var statement: JSONObject {
    var statement: JSONObject = [
      "iss": .string(credential.issuer), "sub": .string(credential.subject), "aud": [.string(credential.audience)],
      // Tells the server that it signed the token in the place of the issuer.
      "mockidp": "standIn",
    ]
    let parts = credential.subject.split(separator: ":").map(String.init)
    if parts.count == 4, parts[0] == "system", parts[1] == "serviceaccount" {
      statement.append(
        "kubernetes.io",
        .object([
          "namespace": .string(parts[2]), "pod": Self.object(app.alias, "pod"),
          "serviceaccount": Self.object(parts[3], "serviceaccount"),
        ]))
    }
    for claim in claims { statement[claim.name] = claim.value }
    return statement
  }

  /// An object of the cluster as its tokens name it. Its id is the same in every run.
  private static func object(_ name: String, _ kind: String) -> JSONValue {
    .object(["name": .string(name), "uid": "\(SeededDirectory.derived(kind, name))"])
  }
}

extension ServerFacts {
  /// The app of that name, else the one that signs in as itself.
  ///
  /// - Throws: `CommandError` when there is none.
  func workload(named name: String?) throws(CommandError) -> App {
    if let name { return try app(named: name) }
    guard let app = app(.daemon) else {
      throw CommandError("the scenario has no app that signs in as itself; name one")
    }
    return app
  }

  /// The app of that short name or client id.
  func app(named name: String) throws(CommandError) -> App {
    if let app = apps.first(where: {
      ASCII.equalIgnoringCase($0.alias, name) || ASCII.equalIgnoringCase($0.clientID, name)
    }) {
      return app
    }
    throw CommandError("unknown app '\(name)'. Known: \(apps.map(\.alias).joined(separator: ", "))", .usage)
  }
}
