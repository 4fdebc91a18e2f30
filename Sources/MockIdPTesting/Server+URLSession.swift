public import MockIdP

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension Server {
  /// A session whose HTTPS requests to this server are verified with the server's own certificate authority. It
  /// follows no redirects, so a test sees each answer.
  ///
  /// Requests to Microsoft's names (`login.microsoftonline.com`, `graph.microsoft.com`) reach this server too, so an
  /// app keeps the configuration that it ships with. Requests to any other host fail.
  ///
  /// Foundation on Linux offers no way to trust a certificate authority, neither for a session nor for the process.
  /// So ``ServerProtocol`` carries the requests of the session; it becomes the first of
  /// `configuration.protocolClasses`.
  public func makeURLSession(configuration: URLSessionConfiguration = .ephemeral) -> URLSession {
    ServerProtocol.know(self)
    configuration.protocolClasses = [ServerProtocol.self] + (configuration.protocolClasses ?? [])
    return URLSession(configuration: configuration)
  }
}
