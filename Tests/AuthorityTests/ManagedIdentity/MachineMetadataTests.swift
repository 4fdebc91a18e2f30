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
    expectEqual(compute["securityProfile"]?["securityType"], "")
    expectEqual(compute["resourceId"]?.string?.hasSuffix("/providers/Microsoft.Compute/virtualMachines/build-1"), true)
    try expectEqual(Self.get("").json["compute"]?["osType"], "Linux")
    #expect(try Self.get("/compute", Self.version + "&format=text").text.hasPrefix("azEnvironment\nlocation\n"))
  }

  @Test(
    arguments: [
      (
        "no Metadata", "/compute", version, [], 400,
        #"{"error":"invalid_request","error_description":"Required metadata header not specified"}"#
      ), ("no version", "/compute", "", [("Metadata", "true")], 400, ManagedIdentityTests.noVersion),
      (
        "through a proxy", "/compute", version, [("Metadata", "true"), ("X-Forwarded-For", "10.0.0.1")], 400,
        #"{"error":"invalid_request","error_description":"X-Forwarded-For header is not allowed"}"#
      ), ("an unknown member", "/compute/colour", version, [("Metadata", "true")], 404, #"{"error":"Not found"}"#),
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

  @Test(arguments: ["GET", "POST"]) func theSecondVersionOfTheServiceIsNotThere(_ method: String) throws {
    let answer = try TestWorld().send(
      method, "/metadata/identity/getplatformmetadata?cred-api-version=2.0", fields: [("Metadata", "true")])
    expectEqual(answer.status, 404)
    expectEqual(answer.text, #"{"error":"Not found"}"#)
    expectEqual(answer.fields["Server"]?.hasPrefix("IMDS/"), true)
  }
}
