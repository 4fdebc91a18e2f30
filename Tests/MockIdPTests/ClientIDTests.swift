import Directory
import Expectations
import HTTPClient
import JSON
import Scenarios
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// Worlds whose apps have client ids of their own.
@Suite("Client ids of a world's own") struct ClientIDTests {
  private static let seeded = "30b11e00-0000-4000-8000-000000000001"

  private static func clientID(_ alias: String, _ world: JSONValue) throws -> String {
    try #require(world["apps"]?.array?.first { $0["alias"]?.string == alias }?["clientId"]?.string)
  }

  @Test("differ between worlds, and tokens have them", arguments: ["own", "asWritten"]) func differ(ids: String) throws
  {
    try Running.server(try Running.options()) { server, client in
      let worlds = try ["t1", "t2"].map {
        try WorldServerTests.make(client, server, #"{"name": "\#($0)", "ids": "\#(ids)", "clientIds": "perWorld"}"#)
      }
      let mobiles = try worlds.map { try Self.clientID("mobile", $0) }
      expectEqual(Set(mobiles + [Self.seeded]).count, 3)
      for (world, mobile) in zip(worlds, mobiles) {
        #expect(world["clientIds"]?.string == "perWorld" && world["ids"]?.string == ids)
        let user = world["users"]?.array?.first?["userPrincipalName"]?.string ?? ""
        let base = try #require(world["base"]?.string)
        func ask(_ client: HTTPClient, _ id: String) throws -> JSONValue {
          try WorldServerTests.json(
            client.post(
              "\(base)/organizations/oauth2/v2.0/token",
              "grant_type=password&client_id=\(id)&username=\(user)&password=Passw0rd!&scope=User.Read"))
        }
        let answer = try ask(client, mobile)
        let token = try #require(answer["access_token"]?.string, "\(answer.text)")
        // The seeded consent of the app followed it.
        let inspected = try client.post(
          base + "/_mockidp/v1/tokens/introspect", JSONValue.object(["token": .string(token)]).text,
          [("Content-Type", "application/json")])
        try expectEqual(WorldServerTests.json(inspected)["claims"]?["appid"]?.string, mobile)
        try expectEqual(ask(client, Self.seeded)["error_codes"], [700016])
      }
    }
  }

  @Test("tell a shared tenant's world, outlive a restart and are not exported") func kept() throws {
    let directory = try TestFiles.makeDirectory()
    func run(_ body: (MockIdPServer, HTTPClient) throws -> Void) throws {
      try Running.server(try Running.options(home: directory) { $0.dataDirectory = directory + "/data" }, body)
    }
    var first = ""
    try run { server, client in
      for name in ["t1", "t2"] {
        let made = try WorldServerTests.make(
          client, server, #"{"name": "\#(name)", "ids": "asWritten", "clientIds": "perWorld"}"#)
        if name == "t1" { first = try Self.clientID("mobile", made) }
      }
    }
    try run { server, client in
      let answer = try client.post(
        "\(server.endpoints.https)/contoso.onmicrosoft.com/oauth2/v2.0/devicecode", "client_id=\(first)&scope=User.Read"
      )
      expectEqual(answer.status, 200, "\(answer.text)")
      guard case .world(let world) = server.worlds.world(named: "t1") else { throw TestFault("no world") }
      expectEqual(world.journal.exchanges.count, 1)
      let export = try client.get(server.endpoints.control + "/worlds/t1/export").text
      #expect(!export.contains(first) && !export.contains("mobile"), "\(export)")
    }
  }

  @Test("are refused by a wrong word") func refused() throws {
    try Running.server(try Running.options()) { server, client in
      let answer = try client.post(server.endpoints.control + "/worlds", #"{"clientIds": "own"}"#)
      #expect(answer.status == 400 && answer.text.contains("perWorld"), "\(answer.text)")
    }
  }
}
