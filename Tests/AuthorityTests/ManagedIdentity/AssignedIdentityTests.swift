import Bytes
import Directory
import Expectations
import JSON
import TestSupport
import Testing
import Worlds

/// Machines with a system-assigned identity and several user-assigned ones, as scenarios declare them.
struct AssignedIdentityTests {
  static let apps = """
    world:
      apps:
        vm: { managedIdentity: systemAssigned, permissions: [User.Read.All], consent: granted }
        worker:
          managedIdentity: /subscriptions/11111111-2222-4333-8444-555555555555/resourcegroups/jobs/providers/Microsoft.ManagedIdentity/userAssignedIdentities/worker
          apiPermissions: [api://contoso/Orders.Process]
          consent: granted

    """

  private static func get(_ test: TestWorld, _ more: String = "", _ resource: String = "https://graph.microsoft.com")
    throws -> TestAnswer
  {
    try test.send(
      "GET", "\(ManagedIdentityTests.imds)?api-version=2018-02-01&resource=\(resource)\(more)",
      fields: [("Metadata", "true")])
  }

  @Test func theMachinesOwnIdentityGoesBeforeOthers() throws {
    let test = try TestWorld(file: Self.apps)
    let vm = try test.app("vm")
    let claims = try Self.get(test).json.claims("access_token")
    expectEqual(claims["appid"]?.string, "\(vm.id)")
    expectEqual(claims["xms_mirid"]?.string, vm.managedIdentityResource)
    expectEqual(claims["roles"], ["User.Read.All"])
    expectEqual(vm.managedIdentityResource?.hasSuffix("/providers/Microsoft.Compute/virtualMachines/vm"), true)
  }

  @Test func eachUserAssignedIdentityHasItsOwnRoles() throws {
    let test = try TestWorld(file: Self.apps)
    let worker = try test.app("worker")
    let resource = try #require(worker.managedIdentityResource)
    for name in ["&client_id=\(worker.id)", "&msi_res_id=\(resource)", "&mi_res_id=\(resource)"] {
      let claims = try Self.get(test, name, "api://contoso").json.claims("access_token")
      expectEqual(claims["azp"]?.string, "\(worker.id)")
      expectEqual(claims["roles"], ["Orders.Process"])
      try expectEqual(Self.get(test, name).json.claims("access_token")["xms_mirid"]?.string, resource)
    }
  }

  @Test func withoutANameSeveralAreNotEnough() throws {
    let test = try TestWorld(file: Self.apps + "machine: { identities: [identity, worker] }\n")
    let answer = try Self.get(test)
    expectEqual(answer.status, 400)
    expectEqual(
      answer.text,
      #"{"error":"invalid_request","error_description":"Multiple user assigned identities exist, please specify the clientId / resourceId of the identity in the token request"}"#
    )
    #expect(answer.exchange.reasons.contains("the request names no identity, and 'identity', 'worker' are assigned"))
  }

  @Test func anIdentityOfAnotherMachineIsNotFound() throws {
    let test = try TestWorld(file: Self.apps + "machine: { identities: [worker] }\n")
    let answer = try Self.get(test, "&client_id=\(try test.app("identity").id)")
    expectEqual(answer.text, ManagedIdentityTests.noIdentity)
    #expect(answer.exchange.reasons.contains { $0.hasSuffix("'identity' is not assigned here") })
    try expectEqual(Self.get(test).status, 200)
  }

  @Test func aMachineWithoutIdentitiesHasNone() throws {
    let test = try TestWorld(file: "machine: { identities: [] }\n")
    try expectEqual(Self.get(test).text, ManagedIdentityTests.noIdentity)
  }

  /// Has the daemon trust a service principal of this server, and shows `proof` in the daemon's name.
  private static func prove(
    _ test: TestWorld, by app: Application, _ proof: String, _ change: (inout Application) -> Void = { _ in }
  ) throws -> TestAnswer {
    let principal = try #require(test.world.directory.servicePrincipal(of: app.id, in: SeededDirectory.contoso))
    let daemon = try test.app("daemon")
    try test.change {
      $0.updateApplication(daemon.id) { app in
        app.federatedCredentials = [
          FederatedCredential(
            id: .named("mi"), name: "mi", issuer: "https://\(TestWorld.authority)/\(TestWorld.contoso)/v2.0",
            subject: "\(principal.id)")
        ]
        change(&app)
      }
    }
    return try test.post(
      "/\(TestWorld.contoso)/oauth2/v2.0/token",
      FormFields([
        ("client_id", "\(daemon.id)"), ("grant_type", "client_credentials"),
        ("scope", "https://graph.microsoft.com/.default"),
        ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
        ("client_assertion", proof),
      ]))
  }

  private static func machineProof(_ test: TestWorld) throws -> String {
    try #require(try get(test, "", "api://AzureADTokenExchange").json["access_token"]?.string)
  }

  @Test func anIdentityIsAProofForAnApp() throws {
    let test = try TestWorld()
    let answer = try Self.prove(test, by: try test.app("identity"), try Self.machineProof(test))
    expectEqual(answer.status, 200, "\(answer.text)")
  }

  @Test func aTokenForAnotherAudienceIsNoProof() throws {
    let test = try TestWorld()
    let answer = try Self.prove(test, by: try test.app("identity"), try Self.machineProof(test)) {
      $0.federatedCredentials[0].audience = "api://other"
    }
    expectEqual(answer.errorCode, 7_002_121, "\(answer.text)")
    #expect(answer.text.contains("assertion audience '\(WellKnown.tokenExchange)'"))
    expectEqual(answer.status, 401)
  }

  @Test func anAppWithASecretIsNoProofForAnother() throws {
    let test = try TestWorld()
    let web = try test.app("web")
    let token = try test.post(
      "/\(TestWorld.contoso)/oauth2/v2.0/token",
      FormFields([
        ("client_id", "\(web.id)"), ("client_secret", "web-secret"), ("grant_type", "client_credentials"),
        ("scope", "api://AzureADTokenExchange/.default"),
      ]))
    let proof = try #require(token.json["access_token"]?.string, "\(token.text)")
    let answer = try Self.prove(test, by: web, proof)
    expectEqual(answer.errorCode, 700226, "\(answer.text)")
    expectEqual(answer.status, 401)
  }

  @Test func anIdentityOfAnotherTenantThanTheAppsIsNoProof() throws {
    let test = try TestWorld()
    let answer = try Self.prove(test, by: try test.app("identity"), try Self.machineProof(test)) {
      $0.tenant = SeededDirectory.fabrikam
      $0.audience = .multipleTenants
    }
    expectEqual(answer.errorCode, 700236, "\(answer.text)")
    #expect(answer.text.contains("issuer 'https://\(TestWorld.authority)/\(TestWorld.contoso)/v2.0'"))
  }
}
