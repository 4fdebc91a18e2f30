package import Directory

/// Sends a change of provisioning otherwise than the service does on a good day.
package struct SendAction: AnswerAction {
  /// What is wrong. The raw value is the word of scenario files.
  package enum Fault: String, Sendable, CaseIterable {
    /// One after the other.
    case twice
    /// Two at once.
    case inParallel
    /// After all other changes of its kind in the cycle.
    case outOfOrder
    /// `op` of a change, and the attribute of a filter, in capital letters.
    case wrongCase
  }

  let faults: Set<Fault>

  package init(_ faults: Set<Fault>) { self.faults = faults }

  package var summary: String { "send it " + faults.map(\.rawValue).sorted().joined(separator: ", ") }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    answer.sending.formUnion(faults)
  }
}
