import Gates
import HTTPClient

extension Relay {
  /// How long the platform waits for an app (Microsoft: "App Service: request timeout of 230 seconds").
  private static let patience = Duration.seconds(230)

  /// Leads to an app of this machine, or of another one.
  convenience init(to upstream: String, certificateAuthorityPEM: String?) {
    self.init(upstream: upstream) { cutoff in
      HTTPClient(
        certificateAuthorityPEM: certificateAuthorityPEM, timeout: Self.patience, maximumBodyBytes: .max >> 1,
        cutoff: cutoff)
    }
  }
}
