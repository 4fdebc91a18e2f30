package import SCIM

/// What carries requests to apps. It waits for the answers.
package protocol ProvisioningWire: Sendable {
  /// Sends a request of an entry or a probe.
  /// - Throws: `SCIMFailure` when there is no complete answer.
  func send(
    _ request: SCIMRequest, to tenant: SCIMTenant, token: String?, userAgent: String?, stamp: SCIMStamp
  ) throws(SCIMFailure) -> SCIMAnswer

  /// Asks for a token by client credentials.
  /// - Throws: `SCIMFailure` when there is no complete answer.
  func send(_ request: SCIMTokenRequest) throws(SCIMFailure) -> SCIMAnswer
}
