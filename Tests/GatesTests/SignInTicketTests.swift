import Bytes
import Crypto
import Expectations
import Testing
import Time

@testable import Gates

@Suite("The nonce of a sign-in") struct SignInTicketTests {
  private let key: [UInt8] = Array(repeating: 7, count: 32)
  private let begun = UnixTime(seconds: 1_770_000_000)

  private var ticket: SignInTicket { SignInTicket(at: begun, key: key, entropy: SeededEntropy(seed: 1)) }

  private func fault(_ nonce: String, _ proof: String?, after time: Duration = .zero, key: [UInt8]? = nil) -> String? {
    SignInTicket.fault(of: nonce, provedBy: proof, at: begun + time, within: .minutes(5), key: key ?? self.key)
  }

  @Test("has the form of the platform's")
  func form() {
    let parts = ticket.nonce.split(separator: "_")
    #expect(parts.count == 2 && parts[0].count == 32 && parts[1] == "20260202024000")
  }

  @Test("is good for the browser that has its proof, and for five minutes")
  func isGood() {
    expectNil(fault(ticket.nonce, ticket.proof))
    expectNil(fault(ticket.nonce, ticket.proof, after: .minutes(5)))
    expectEqual(fault(ticket.nonce, ticket.proof, after: .seconds(301))?.hasPrefix("the sign-in began"), true)
  }

  @Test("is refused without the proof, with another one, and with that of another gate")
  func isRefused() {
    for (nonce, proof) in [(ticket.nonce, nil), (ticket.nonce, "x"), (ticket.nonce + "0", ticket.proof), ("", "")] {
      expectEqual(fault(nonce, proof)?.hasPrefix("the nonce is none"), true)
    }
    expectNotNil(fault(ticket.nonce, ticket.proof, key: [1, 2, 3]))
  }
}
