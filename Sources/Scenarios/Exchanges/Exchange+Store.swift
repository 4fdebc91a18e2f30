import Directory
import Policy

extension Exchange {
  /// Runs `body`. A store that fails in it becomes what the service says of trouble of its own, and the reasons tell what it was.
  package mutating func refusingStoreTrouble<Result>(_ body: (inout Exchange) throws -> Result) throws -> Result {
    do { return try body(&self) } catch {
      guard let reason = StoreTrouble.reason(of: error) else { throw error }
      because(reason)
      throw Refusal(.transientFailure)
    }
  }
}
