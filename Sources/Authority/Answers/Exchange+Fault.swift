package import Pages
package import Policy
package import Worlds

extension Exchange {
  /// Writes a refusal into the journal that stays on the sign-in page, and makes the text next to the field. The user
  /// reads `message` in the place of the refusal's own text, with the refusal's number.
  package mutating func noteFault(_ refusal: Refusal, message: String) -> PageFault {
    self.refusal = refusal
    note(.signInFailed)
    because("→ \(refusal.label) on the page: \(refusal.kind.name)")
    return PageFault(code: refusal.code, message: message)
  }
}
