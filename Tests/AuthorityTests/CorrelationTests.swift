import Bytes
import Expectations
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
}
