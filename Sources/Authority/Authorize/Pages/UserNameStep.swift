package import Bytes
import Directory
package import Pages
package import Policy
package import Worlds

/// Asks for the user name. A sign-in begins here when neither a session nor a hint tells who signs in.
package struct UserNameStep: SignInStep {
  package static let name = "userName"

  /// How many users the page offers. A person looks through so many without searching.
  private static let maximumPeople = 12

  var fault: PageFault?

  package init() {}

  init(fault: PageFault) { self.fault = fault }

  package func page(_ view: SignInView) -> any Page {
    var page = SignInPage(
      branding: view.branding, form: view.form, userName: view.journey.flow.userName ?? "", fault: fault,
      canCancel: true)
    if view.journey.world.settings.offersUsers {
      let users = view.journey.usersWhoCouldSignIn(atMost: Self.maximumPeople + 1)
      page.hasMorePeople = users.count > Self.maximumPeople
      page.people = users.prefix(Self.maximumPeople).map { user in
        SignInPage.Person(displayName: user.displayName, userPrincipalName: user.userPrincipalName)
      }
    }
    page.choices = view.journey.choicesBesideName
    page.accounts = Self.accounts(view.journey)
    return page
  }

  package func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    if let next = try journey.takeChoice(form, &exchange) { return next }
    let typed = ["who", "loginfmt", "login", "username"].lazy.compactMap { form.nonEmpty($0) }.first
    let name = ASCII.trimmed(typed ?? "")
    journey.flow.userName = name
    journey.flow.offersOtherAccount = nil
    guard !name.isEmpty else {
      return .show(UserNameStep(fault: PageFault(message: Self.wantsName(journey))))
    }
    guard let account = journey.account(named: name) else { return Self.unknownUser(journey, &exchange) }
    exchange.note(user: account)
    if let next = try journey.stepInsteadOfPassword(for: account, &exchange) { return next }
    if let next = journey.signInWithoutPassword(account, &exchange) { return next }
    // Whoever picks a user of this page is not asked for a password that everybody knows.
    if form["who"] != nil, journey.world.settings.offersUsers {
      exchange.because("'\(account.alias)' was picked under \"Who is here\", which enters the password")
      return try PasswordStep.enter(for: account, &journey, &exchange)
    }
    // A script may send both fields at once. A user sees one page for each.
    if form.nonEmpty("passwd") != nil { return try PasswordStep().take(form, &journey, &exchange) }
    return .show(PasswordStep())
  }

  package func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws
    -> NextStep
  {
    try journey.signInByPersona(&exchange)
  }

  /// Shows this page: that stands in the way of the account.
  package static func stopped(by kind: RefusalKind, _ exchange: inout Exchange) -> NextStep {
    let refusal = Refusal(kind)
    return .show(UserNameStep(fault: exchange.noteFault(refusal, message: PasswordStep.wording(refusal))))
  }

  /// Shows this page again: no user has the name that was entered.
  package static func unknownUser(_ journey: SignInJourney, _ exchange: inout Exchange) -> NextStep {
    let fault = exchange.noteFault(
      .userNotFound(tenant: journey.request.segment.spelling),
      message: accounts(journey) == .all
        ? "We couldn't find an account with that username. Try another; the server lists its users at its start."
        : isPersonalAddress(journey)
          ? "You can't sign in here with a personal account. Use your work or school account instead."
          : "This username may be incorrect. Make sure you typed it correctly. Otherwise, contact your admin.")
    return .show(UserNameStep(fault: fault))
  }

  /// Whether somebody typed an address of personal accounts where none may sign in (observed 2025-11: azure-devops-mcp 715).
  private static func isPersonalAddress(_ journey: SignInJourney) -> Bool {
    guard journey.request.segment == .organizations, let name = journey.flow.userName, let at = name.lastIndex(of: "@")
    else { return false }
    return journey.directory.tenant(named: String(name[name.index(after: at)...]))?.kind == .personal
  }

  private static func wantsName(_ journey: SignInJourney) -> String {
    accounts(journey) == .all
      ? "Enter a valid email address, phone number, or Skype name." : "Enter a valid email address or phone number."
  }

  /// Whose names the page takes, by the tenant of the path.
  private static func accounts(_ journey: SignInJourney) -> SignInPage.Accounts {
    switch journey.request.segment {
    case .common, .consumers: .all
    case .organizations: .organization
    case .tenant(let tenant): tenant.kind == .external ? .customers : .organization
    }
  }
}
