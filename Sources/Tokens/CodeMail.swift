package import Directory
import Mail
package import Policy
import Time
package import Worlds

/// Sends one-time codes. The world keeps them for whoever asks the control API, and a code to an address stands among the mail.
package struct CodeMail {
  private let call: Call
  private let directory: DirectoryState
  private let tenant: Tenant
  private let client: Application
  private let flow: UserFlow

  package init(_ call: Call, in directory: DirectoryState, tenant: Tenant, client: Application, flow: UserFlow) {
    self.call = call
    self.directory = directory
    self.tenant = tenant
    self.client = client
    self.flow = flow
  }

  /// How far back the codes of an address count (a note of the service's support).
  private static let window = Duration.minutes(30)

  /// Puts a code to an address among the mail; a number gets none there. The words are chosen.
  package static func post(
    _ code: String, to target: String, _ tenant: Tenant, _ client: Application, in world: World, _ exchange: Exchange
  ) {
    guard target.utf8.contains(0x40) else { return }
    world.post(
      MailMessage(
        from: MailAddress(
          "msonlineservicesteam@microsoftonline.com", name: "Microsoft on behalf of \(tenant.displayName)"),
        to: [MailAddress(target)], subject: "\(tenant.displayName) account email verification code",
        text: "Your code is: \(code)\r\n\r\nEnter it to go on with \(client.displayName)."),
      client: client.alias, exchange: exchange)
  }

  /// Sends a new code to an address or a number.
  /// - Throws: AADSTS701014 for an address that got as many codes as the world allows.
  package func send(to target: String, for purpose: CodePurpose, _ exchange: inout Exchange) throws(Refusal) -> SentCode
  {
    let (world, now) = (call.world, call.now)
    let settings = world.settings.externalID
    if let limit = settings.codeLimit {
      let earlier = world.oneTimeCodes.entries(to: target).filter { now - $0.sentAt < Self.window }.count
      guard earlier < limit else {
        exchange.because("\(target) got \(earlier) codes in half an hour already")
        throw Refusal(.tooManyCodes)
      }
    }
    let code = settings.newCode(world.entropy)
    world.oneTimeCodes.note(
      OneTimeCodes.Entry(
        code, to: target, for: purpose.rawValue, tenant: tenant.alias, client: client.alias, at: now))
    Self.post(code, to: target, tenant, client, in: world, exchange)
    exchange.note(.codeSent)
    exchange.because("a code went to \(target)")
    if target.utf8.contains(0x40), flow.codeSending != nil {
      do throws(Refusal) {
        _ = try CustomerCallout(
          call, in: directory, tenant: tenant, client: client, flow: flow, name: target, code: code,
          purpose: purpose.rawValue, exchange
        ).ask(.emailOtpSend, &exchange)
      } catch {
        exchange.because("the API that sends codes failed; the service sends this one itself")
      }
    }
    return SentCode(code, to: target, at: now)
  }
}
