import Synchronization

/// The counters behind `RelayFigures`.
final class RelayCounts: Sendable {
  let sent = Atomic(0)
  let answered = Atomic(0)
  let notSent = Atomic(0)
  let unanswered = Atomic(0)
  let taken = Atomic(0)
  let opened = Atomic(0)
  let open = Atomic(0)

  var figures: RelayFigures {
    RelayFigures(
      sent: sent.load(ordering: .relaxed), answered: answered.load(ordering: .relaxed),
      notSent: notSent.load(ordering: .relaxed), unanswered: unanswered.load(ordering: .relaxed),
      taken: taken.load(ordering: .relaxed), opened: opened.load(ordering: .relaxed),
      open: open.load(ordering: .relaxed))
  }
}
