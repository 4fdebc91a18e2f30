import Bytes
import Directory
import JSON

/// The token of a service account of Kubernetes, which proves an app that trusts its cluster (Azure Workload Identity).
enum WorkloadToken {
  /// The cluster that apps trust which say nothing of one. Its keys are those of the server.
  private static let issuer =
    "https://westeurope.oic.prod-aks.azure.com/\(SeededDirectory.contoso)/00000000-0000-0000-0000-000000000001/"

  /// What a token of the service has beside the claims of a cluster.
  private static let others = [
    "aio", "app_displayname", "appid", "appidacr", "azp", "azpacr", "idp", "idtyp", "oid", "rh", "roles",
    "tenant_region_scope", "tid", "uti", "ver", "wids", "xms_ftd", "xms_tcdt", "xms_idrel", "xms_rd",
  ]

  /// Makes the token that fits the app's federated credential. An app without one gets one first.
  ///
  /// - Throws: `RemoteRefusal`, `CommandError`.
  static func mint(for app: ServerFacts.App, _ facts: ServerFacts, at server: RemoteServer) throws -> String {
    let credential =
      app.federated
      ?? FederatedCredential(
        id: .named("\(app.alias)/kubernetes"), name: "kubernetes", issuer: issuer,
        subject: "system:serviceaccount:default:\(app.alias)")
    if app.federated == nil {
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
    let answer = try server.control("POST", "/tokens", order(credential, app))
    guard let token = answer["token"]?.string else { throw CommandError("the server made no token for \(app.alias)") }
    return token
  }

  private static func order(_ credential: FederatedCredential, _ app: ServerFacts.App) -> JSONValue {
    let parts = credential.subject.split(separator: ":").map(String.init)
    var claims: JSONObject = [
      "iss": .string(credential.issuer), "sub": .string(credential.subject), "aud": [.string(credential.audience)],
      // Tells the server that it signed the token in the place of the issuer.
      "mockidp": "standIn",
    ]
    if parts.count == 4, parts[0] == "system", parts[1] == "serviceaccount" {
      claims.append(
        "kubernetes.io",
        .object([
          "namespace": .string(parts[2]), "pod": .object(["name": .string(app.alias)]),
          "serviceaccount": .object(["name": .string(parts[3])]),
        ]))
    }
    return [
      "client": .string(app.clientID), "kind": "accessToken", "lifetime": "24h", "claims": .object(claims),
      "without": .strings(others),
    ]
  }
}
