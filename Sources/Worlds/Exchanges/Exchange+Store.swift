import Directory
import Policy

extension Exchange {
  /// Runs `body`. When the store fails in it, throws the refusal that the service gives for trouble of its own, and
  /// notes the reason.
  package mutating func refusingStoreTrouble<Result>(_ body: (inout Exchange) throws -> Result) throws -> Result {
    do { return try body(&self) } catch {
      guard let reason = StoreTrouble.reason(of: error) else { throw error }
      fail(reason)
      throw Refusal(.transientFailure)
    }
  }
}
