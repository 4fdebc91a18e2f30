import Bytes
import Crypto
import Directory
import JSON
import Time

/// What the service writes to administrators of certificates that end (Microsoft: "Manage certificates for federated single sign-on").
extension World {
  /// So many days before the end of a certificate.
  private static let daysOfNotice = [60, 30, 7]

  /// Keeps an exchange for each message that would have been written between two times, in their order. Nothing is sent.
  func noteCertificatesThatEnd(after last: UnixTime, upTo now: UnixTime) {
    guard last < now else { return }
    let directory = directory
    var messages: [(moment: UnixTime, certificate: SAMLCertificate, app: Application, days: Int)] = []
    for app in directory.applicationsInOrder {
      for certificate in app.saml?.certificates ?? [] {
        for days in Self.daysOfNotice {
          let moment = certificate.endsAt + .days(-days)
          if last < moment, moment <= now { messages.append((moment, certificate, app, days)) }
        }
      }
    }
    for message in messages.sorted(by: { $0.moment < $1.moment }) {
      keepMessage(of: message.certificate, message.app, days: message.days, directory)
    }
  }

  private func keepMessage(of certificate: SAMLCertificate, _ app: Application, days: Int, _ directory: DirectoryState)
  {
    let id = entropy.guid()
    var exchange = Exchange(
      traceID: id, correlationID: id, startedAt: now, method: "POST", host: "", path: "/notificationEmailAddresses")
    // Where providers read of the certificates.
    exchange.endpoint = .samlMetadata
    exchange.note(client: app)
    let principal = app.tenant.flatMap { directory.servicePrincipal(of: app.id, in: $0) }
    exchange.note(tenant: app.tenant.flatMap { directory.tenants[$0] })
    let addresses = principal?.properties["notificationEmailAddresses"]?.strings ?? []
    exchange.because(
      "the certificate '\(certificate.name)' of '\(app.alias)' ends at \(certificate.endsAt.iso8601), \(days) days later"
    )
    exchange.because(
      addresses.isEmpty
        ? "the app has no 'notificationEmailAddresses', so the service writes to nobody"
        : "the service writes to \(addresses.joined(separator: ", "))")
    exchange.note(.samlCertificateExpires)
    do { try concludeRules(&exchange) } catch { exchange.because("a rule failed: \(error)") }
    journal.keep(&exchange)
  }
}
