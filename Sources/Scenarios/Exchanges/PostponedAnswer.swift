/// Thrown by an endpoint that cannot answer before other servers have been asked. The endpoint has done nothing yet; it is called again,
/// with a new exchange, when the work has ended.
package struct PostponedAnswer: Error {
  /// Begins the work and returns; the work calls the closure once, on a thread of its own, after a limited time.
  package let work: @Sendable (_ whenDone: @escaping @Sendable () -> Void) -> Void

  package init(_ work: @escaping @Sendable (_ whenDone: @escaping @Sendable () -> Void) -> Void) { self.work = work }
}
