import Pages
import Policy
import Scenarios

extension Exchange {
  /// Notes a refusal that stays on the sign-in page, and makes the text beside the field. The user reads `message`; the number
  /// is the refusal's.
  mutating func noteFault(_ refusal: Refusal, message: String) -> PageFault {
    self.refusal = refusal
    note(.signInFailed)
    because("→ AADSTS\(refusal.code) on the page: \(refusal.kind.name)")
    return PageFault(code: refusal.code, message: message)
  }
}
