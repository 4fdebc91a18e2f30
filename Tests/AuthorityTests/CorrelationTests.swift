import Bytes
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Worlds

/// The id that a client gives to its request, wherever it sends it.
struct CorrelationTests {
  /// MSAL for JavaScript sends it in the form.
  @Test func anIDInTheFormIsTheClients() throws {
    let test = try TestWorld()
    let id = "11111111-2222-4333-8444-555555555555"
    let answer = try test.token(FormFields([("client-request-id", id), ("client_id", TestClient.spa.id)]))
    expectEqual("\(answer.exchange.correlationID)", id)
    #expect(answer.exchange.hasClientCorrelation)
    let advice = Advice.all(about: test.world.journal.exchanges, in: test.world.directory)
    #expect(!advice.contains { $0.kind.id == "no-correlation-id" })
  }

  /// Every poll has an id of its own, and is answered under that of the request for the code (observed).
  @Test(arguments: [nil, "11111111-2222-4333-8444-666666666666"]) func aPollHasTheIDOfItsCode(own: String?) throws {
    let test = try TestWorld()
    let id = "11111111-2222-4333-8444-555555555555"
    let start = try test.post(
      "/common/oauth2/v2.0/devicecode",
      FormFields([
        ("client_id", TestClient.mobile.id), ("scope", DeviceCodeTests.scope), ("client-request-id", id),
      ]))
    let code = try #require(try start.json["device_code"]?.string)
    expectEqual(start.fields["client-request-id"], id)
    let poll = FormFields([
      ("grant_type", DeviceCodeTests.type), ("client_id", TestClient.mobile.id), ("device_code", code),
    ]).with([("client-request-id", own)])
    let answer = try test.token(poll, tenant: "common")
    expectEqual(answer.errorCode, 70016)
    try expectEqual(answer.json["correlation_id"]?.string, id)
    expectEqual(answer.fields["client-request-id"], own == nil ? nil : id)
    expectEqual("\(answer.exchange.correlationID)", id)
    // A code that was not given out has none.
    let unknown = try test.token(poll.with([("device_code", String(code.reversed()))]), tenant: "common")
    try #expect(unknown.json["correlation_id"]?.string != id)
  }
}
