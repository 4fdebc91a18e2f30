/// An endpoint throws this when it cannot answer before other servers have been asked. The endpoint has changed nothing
/// yet. It is called again, with a new exchange, when the work has ended.
package struct PostponedAnswer: Error {
  /// Begins the work and returns at once. The work calls `whenDone` once, from a thread of its own, after a limited
  /// time.
  package let work: @Sendable (_ whenDone: @escaping @Sendable () -> Void) -> Void

  package init(_ work: @escaping @Sendable (_ whenDone: @escaping @Sendable () -> Void) -> Void) { self.work = work }
}
