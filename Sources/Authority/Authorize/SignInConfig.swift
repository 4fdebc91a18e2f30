import Bytes
import Directory
import Pages
import Policy
import Worlds

/// What `$Config` of a sign-in page says beside what every page says: what the form of the page has, under the names by which programs
/// read it (observed).
enum SignInConfig {
  typealias Member = (String, PageConfig.Value)

  /// What the programs send back and nobody reads: new in each answer.
  static func token(_ exchange: Exchange) -> String { "AQABIQEAAA" + Base64.encodeURL(exchange.traceID.bytes) }

  /// Where the form of a page goes: three pages have an address of their own (observed). All others go where the sign-in began.
  static func address(of step: String, _ journey: SignInJourney) -> String {
    let login = journey.call.origin.pages
    return switch step {
    case OneTimeCodeStep.name: "\(login)/common/SAS/ProcessAuth"
    case StaySignedInStep.name: "\(login)/kmsi"
    case ConfirmDeviceStep.name: "\(login)/appverify"
    default: "\(login)/\(journey.request.segmentText)/login"
    }
  }

  static func members(_ journey: SignInJourney, _ form: PageForm, _ page: PageID, _ exchange: Exchange) -> [Member] {
    func hidden(_ name: String) -> PageConfig.Value { .text(form.hidden.first { $0.name == name }?.value ?? "") }
    let common: [Member] = [
      ("urlPost", .text(form.action)), ("sFTName", .text("flowToken")), ("sFT", hidden("flowToken")),
      ("sCtx", hidden("ctx")), ("sCanaryTokenName", .text("canary")), ("canary", hidden("canary")),
      ("apiCanary", hidden("canary")), ("country", .text(country(journey))),
    ]
    return switch page {
    case .signIn: common + signIn(journey, form)
    case .mfa: common + secondFactor(journey)
    case .mfaRegistration: common + registration(hidden("ctx"))
    case .confirmApp: common + [("sAppName", .text(journey.request.client.displayName))]
    default: common
    }
  }

  private static func country(_ journey: SignInJourney) -> String {
    journey.tenant?.properties.text("countryLetterCode") ?? "US"
  }

  private static func signIn(_ journey: SignInJourney, _ form: PageForm) -> [Member] {
    let login = journey.call.origin.pages
    let back = form.hidden.filter { $0.name != "flowToken" }.map { ($0.name, $0.value) }
    let resume = "\(login)/common/reprocess?\(FormFields(back).encoded)"
    // Programs read the context out of it (observed in 2026: Entra-Spray). No page leads there.
    let context = FormFields([("ru", resume), ("mkt", "en-US"), ("hosted", "0")]).encoded
    let reset = "https://passwordreset.microsoftonline.com/?\(context)"
    let address = journey.request.address
    var cancel: [Member] = [("error", .text("access_denied")), ("error_subcode", .text("cancel"))]
    if let state = address.state { cancel.append(("state", .text(state))) }
    var members: [Member] = [
      ("urlGetCredentialType", .text("\(login)/common/GetCredentialType?mkt=en-US")),
      ("urlLogin", .text(resume)),
      ("urlCancel", .text(address.redirectURI)), ("oCancelPostParams", .object(cancel)),
      ("urlResetPassword", .text(reset)),
      ("arrSessions", .list(journey.knownSessions.map { .object([("id", .text($0))]) })),
    ]
    if let name = journey.flow.userName, !name.isEmpty { members.append(("sPOST_Username", .text(name))) }
    return members
  }

  /// A registration can never wait here. Where it can, programs send the state of this page to `ProcessAuth` (observed in 2026: xdrlograider).
  private static func registration(_ state: PageConfig.Value) -> [Member] {
    [("iRemainingDaysToSkipMfaRegistration", .number(0)), ("sProofUpAuthState", state)]
  }

  private static func secondFactor(_ journey: SignInJourney) -> [Member] {
    let login = journey.call.origin.pages
    let proofs = SecondFactor.methods(of: journey.account).map { method -> PageConfig.Value in
      .object([
        ("authMethodId", .text(method)), ("data", .text(method)), ("display", .text("")), ("isDefault", .flag(true)),
        ("isLocationAware", .flag(false)), ("phoneAppOtpTypes", .list([.text("SoftwareTokenBasedTOTP")])),
      ])
    }
    return [
      ("arrUserProofs", .list(proofs)), ("urlBeginAuth", .text("\(login)/common/SAS/BeginAuth")),
      ("urlEndAuth", .text("\(login)/common/SAS/EndAuth")), ("iPollingInterval", .number(5_000)),
      ("iPollingTimeout", .number(120_000)), ("iMaxPollAttempts", .number(10)), ("iSAOtcLength", .number(6)),
      ("iTotpOtcLength", .number(6)), ("sAuthMethodInputFieldName", .text("mfaAuthMethod")),
    ]
  }
}
