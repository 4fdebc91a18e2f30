import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing

/// What the instance metadata service tells a machine about itself.
struct MachineMetadataTests {
  private static let version = "?api-version=2021-02-01"

  private static func get(
    _ path: String, _ query: String = version, _ fields: [(String, String)] = [("Metadata", "true")],
    file: String = ""
  ) throws -> TestAnswer { try TestWorld(file: file).send("GET", "/metadata/instance\(path)\(query)", fields: fields) }

  @Test func theRegionIsText() throws {
    let answer = try Self.get("/compute/location", "?api-version=2020-06-01&format=text")
    expectEqual(answer.status, 200)
    expectEqual(answer.text, "westeurope")
    expectEqual(answer.fields["Content-Type"], "text/plain; charset=utf-8")
    expectEqual(answer.fields["Server"]?.hasPrefix("IMDS/"), true)
    let other = try Self.get("/compute/location", Self.version + "&format=text", file: "machine: { region: uksouth }")
    expectEqual(other.text, "uksouth")
  }

  @Test func aMachineIsAnObject() throws {
    let compute = try Self.get("/compute", file: "machine: { name: build-1 }").json
    expectEqual(compute["name"], "build-1")
    expectEqual(compute["location"], "westeurope")
    expectEqual(compute["securityProfile"], ["secureBootEnabled": "false", "virtualTpmEnabled": "false"])
    expectEqual(compute["resourceId"]?.string?.hasSuffix("/providers/Microsoft.Compute/virtualMachines/build-1"), true)
    try expectEqual(Self.get("").json["compute"]?["osType"], "Linux")
    expectEqual(compute["resourceId"]?.string?.contains("/resourceGroups/"), true)
    let names = try Self.get("/compute", Self.version + "&format=text").text
    #expect(names.hasPrefix("azEnvironment\ncustomData\nevictionPolicy\n") && names.contains("\nosProfile/\n"))
    try expectEqual(Self.get("", Self.version + "&format=text").text, "compute/\nnetwork/\n")
  }

  @Test(
    arguments: [
      (
        "no Metadata", "/compute", version, [], 400,
        #"{"error":"invalid_request","error_description":"Required metadata header not specified"}"#
      ), ("no version", "/compute", "", [("Metadata", "true")], 400, ManagedIdentityTests.noVersion),
      (
        "through a proxy", "/compute", version, [("Metadata", "true"), ("X-Forwarded-For", "10.0.0.1")], 400,
        ManagedIdentityTests.proxied
      ), ("an unknown member", "/compute/colour", version, [("Metadata", "true")], 404, #"{ "error": "Not found" }"#),
      (
        "one member without a format", "/compute/location", version, [("Metadata", "true")], 400,
        #"{"error":"Bad request. The default format of this value is not supported: send format=text"}"#
      ),
    ] as [(String, String, String, [(String, String)], Int, String)]) func refuses(
      _ description: String, _ path: String, _ query: String, _ fields: [(String, String)], _ status: Int,
      _ body: String
    ) throws
  {
    let answer = try Self.get(path, query, fields)
    expectEqual(answer.status, status, "\(description)")
    expectEqual(answer.text, body)
  }

  /// A member is there from one version on.
  @Test(
    arguments: [
      ("2017-04-02", 11), ("2017-08-01", 15), ("2018-02-01", 17), ("2021-01-01", 32), ("2021-05-01", 34),
      ("2025-04-07", 40),
    ]) func everyVersionHasItsMembers(_ version: String, _ count: Int) throws
  {
    let names = try Self.get("/compute", "?api-version=\(version)").json.object?.names ?? []
    expectEqual(names.count, count, "\(names)")
  }

  @Test(
    arguments: [
      (
        "/instance/network/interface/0/ipv4/ipAddress/0/publicIpAddress", "?api-version=2017-08-01&format=text",
        "203.0.113.4"
      ), ("/instance/network/interface", "?api-version=2021-02-01&format=text", "0/\n"),
      ("/identity/info", version, #"{"tenantId":"\#(TestWorld.contoso)"}"#),
      ("/scheduledevents", "?api-version=2020-07-01", #"{"DocumentIncarnation":0,"Events":[]}"#),
    ]) func theOtherPaths(_ path: String, _ query: String, _ body: String) throws
  {
    let answer = try TestWorld().send("GET", "/metadata\(path)\(query)", fields: [("Metadata", "true")])
    expectEqual(answer.status, 200, "\(answer.text)")
    expectEqual(answer.text, body)
  }

  @Test func theListOfVersionsNeedsNone() throws {
    let answer = try TestWorld().send("GET", "/metadata/versions", fields: [("Metadata", "true")])
    expectEqual(answer.status, 200)
    let versions = try answer.json["apiVersions"]?.strings ?? []
    expectEqual(versions.first, "2017-03-01")
    expectEqual(versions.last, "2025-04-07")
    expectEqual(versions, versions.sorted())
  }

  @Test(arguments: ["", "/instance", "/attested/document", "/anything"])
  func aVersionIsWantedEverywhere(_ path: String) throws {
    let answer = try TestWorld().send("GET", "/metadata\(path)", fields: [("Metadata", "true")])
    expectEqual(answer.status, 400)
    expectEqual(answer.text, ManagedIdentityTests.noVersion)
  }

  /// Nothing here can sign it as Azure does.
  @Test func thereIsNoAttestedDocument() throws {
    let answer = try TestWorld().send(
      "GET", "/metadata/attested/document\(Self.version)", fields: [("Metadata", "True")])
    expectEqual(answer.status, 404)
  }

  @Test(arguments: ["GET", "POST"]) func theSecondVersionOfTheServiceIsNotThere(_ method: String) throws {
    let answer = try TestWorld().send(
      method, "/metadata/identity/getplatformmetadata?cred-api-version=2.0", fields: [("Metadata", "true")])
    expectEqual(answer.status, 404)
    expectEqual(answer.text, #"{"error":"Not Found"}"#)
    expectEqual(answer.fields["Server"]?.hasPrefix("IMDS/"), true)
  }
}
