import Bytes
import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Worlds

struct PhotoTests {
  static let bob = "/v1.0/users/bob@contoso.onmicrosoft.com"

  @Test(arguments: ["/v1.0/me/photo/$value", "/v1.0/me/photos/48x48/$value", "/v1.0/me/photos/648X648/$value"])
  func theBytesAreAPicture(_ path: String) throws {
    let bench = try Bench()
    let response = try bench.call(path, authorization: try bench.token("User.Read", of: "bob")).response
    expectEqual(response.status, 200)
    #expect(response.body.starts(with: [0xFF, 0xD8, 0xFF]))
    expectEqual(response.body.suffix(2), [0xFF, 0xD9])
    expectEqual(response.fields["Content-Type"], "image/jpeg")
    expectEqual(response.fields["Cache-Control"], "private")
    expectEqual(response.fields["ETag"]?.utf8.count, 10)
  }

  @Test func whatIsKnownOfIt() throws {
    let bench = try Bench()
    let token = try bench.token("User.Read", of: "bob")
    let photo = try bench.call("/v1.0/me/photo", authorization: token).response.json()
    expectEqual(
      photo.object?.names,
      [
        "@odata.context", "@odata.mediaContentType", "@odata.mediaEtag", "id", "width", "height",
      ])
    expectEqual(
      photo["@odata.context"],
      "https://localhost:8443/v1.0/$metadata#users('b0b00000-0000-4000-8000-000000000002')/photo/$entity")
    expectEqual(photo["id"], "48X48")
    let bytes = try bench.call("/v1.0/me/photo/$value", authorization: token).response
    expectEqual(photo["@odata.mediaEtag"]?.string, bytes.fields["ETag"])
    let all = try bench.call("/v1.0/me/photos", authorization: token).response.json()
    expectEqual(all["value"]?.array?.count, 1)
  }

  @Test(arguments: [
    "/v1.0/me/photo", "/v1.0/me/photo/$value", "/v1.0/users/alice@contoso.onmicrosoft.com/photo/$value",
    "/v1.0/me/photos/48x48/$value",
  ])
  func whoHasNoneGetsAnErrorInJSON(_ path: String) throws {
    let bench = try Bench()
    let response = try bench.call(path, authorization: try bench.token("User.Read")).response
    expectEqual(response.status, 404)
    expectEqual(response.fields["Content-Type"], "application/json")
    try expectEqual(response.json()["error"]?["code"], "ImageNotFound")
  }

  @Test func thereIsNoOtherSize() throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/me/photos/49x49/$value", authorization: try bench.token("User.Read", of: "bob")
    ).response
    try expectEqual(response.json()["error"]?["code"], "ImageNotFound")
  }

  @Test func aNewOneTakesItsPlace() throws {
    let bench = try Bench()
    let token = try bench.token("User.ReadWrite")
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 10, 0, 20]
    let response = try bench.put("/v1.0/me/photo/$value", picture, authorization: token)
    expectEqual(response.status, 200)
    #expect(response.body.isEmpty)
    let photo = try bench.call("/v1.0/me/photo", authorization: token).response.json()
    expectEqual(photo["id"], "20X10")
    try expectEqual(bench.call("/v1.0/me/photo/$value", authorization: token).response.body, picture)
    try expectEqual(bench.world.store.loadDirectory().user(named: "alice")?.photo?.bytes, picture)
  }

  @Test(arguments: [[], [0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 0, 0, 0, 0, 0], Array("{}".utf8)])
  func aNewOneHasToBeAPicture(_ bytes: [UInt8]) throws {
    let bench = try Bench()
    let response = try bench.put("/v1.0/me/photo/$value", bytes, authorization: try bench.token("User.ReadWrite"))
    expectEqual(response.status, 400)
    try expectNil(bench.user("alice").photo)
  }
}
