import Synchronization

/// The bodies of documents that tell everybody the same, as they were written last. Clients ask for them at every start.
package final class WrittenDocuments: Sendable {
  private let bodies = Mutex<[[String]: [UInt8]]>([:])

  /// There are as many as tenants, names of the server and keys in use; who asks under ever new names has each written anew.
  private static let capacity = 64

  /// The body that `facts` decide, all of them; `write` is asked for one that is not there.
  package func body(of facts: [String], write: () throws -> [UInt8]) rethrows -> [UInt8] {
    if let known = bodies.withLock({ $0[facts] }) { return known }
    let body = try write()
    bodies.withLock { bodies in
      if bodies.count >= Self.capacity { bodies = [:] }
      bodies[facts] = body
    }
    return body
  }
}
