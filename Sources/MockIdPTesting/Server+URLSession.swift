import Foundation
public import FoundationNetworking
import Glibc
public import MockIdP

extension Server {
  /// A session that trusts this server's certificate authority, verifies certificates by it, and follows no redirects by itself, so
  /// that a test sees each answer.
  ///
  /// Foundation on Linux knows one file of trusted roots for the whole process, so the newest server's is the one that counts:
  /// share one server between tests, and give each test a world.
  public func makeURLSession(configuration: URLSessionConfiguration = .ephemeral) -> URLSession {
    setenv("URLSessionCertificateAuthorityInfoFile", certificateAuthority.path, 1)
    return URLSession(configuration: configuration, delegate: StaysAtRedirects(), delegateQueue: nil)
  }
}

private final class StaysAtRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }
}
