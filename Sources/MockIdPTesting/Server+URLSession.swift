import Foundation
public import FoundationNetworking
public import MockIdP

extension Server {
  /// A session whose HTTPS requests to this server are verified by the server's own certificate authority. It follows no redirects by
  /// itself, so that a test sees each answer.
  ///
  /// Requests to Microsoft's names (`login.microsoftonline.com`, `graph.microsoft.com`) reach this server too, so that an app keeps the
  /// configuration it ships with; those to any other host fail.
  ///
  /// Foundation on Linux can be told to trust a certificate authority neither for a session nor for the process. So the session's
  /// requests are carried by ``ServerProtocol``, which takes the first place among `configuration.protocolClasses`.
  public func makeURLSession(configuration: URLSessionConfiguration = .ephemeral) -> URLSession {
    ServerProtocol.know(self)
    configuration.protocolClasses = [ServerProtocol.self] + (configuration.protocolClasses ?? [])
    return URLSession(configuration: configuration)
  }
}
