import Bytes
import Directory
import Pages
import Policy
import Worlds

/// Asks for the user name. A sign-in begins here when neither a session nor a hint tells who signs in.
struct UserNameStep: SignInStep {
  static let name = "userName"

  /// How many users the page offers. A person looks through so many without searching.
  private static let maximumPeople = 12

  var fault: PageFault?

  func page(_ view: SignInView) -> any Page {
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
    return page
  }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    if let next = try journey.takeChoice(form, &exchange) { return next }
    let name = ASCII.trimmed(form["who"] ?? form["loginfmt"] ?? "")
    journey.flow.userName = name
    journey.flow.offersOtherAccount = nil
    guard !name.isEmpty else {
      return .show(UserNameStep(fault: PageFault(message: "Enter a valid email address or phone number.")))
    }
    guard let account = journey.account(named: name) else { return Self.unknownUser(journey, &exchange) }
    exchange.note(user: account)
    if let next = try journey.codeInstead(for: account, &exchange) { return next }
    // A script may send both fields at once. A user sees one page for each.
    if form.nonEmpty("passwd") != nil { return try PasswordStep().take(form, &journey, &exchange) }
    return .show(PasswordStep())
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    try journey.signInByPersona(&exchange)
  }

  /// Shows this page again: no user has the name that was entered.
  static func unknownUser(_ journey: SignInJourney, _ exchange: inout Exchange) -> NextStep {
    let fault = exchange.noteFault(
      .userNotFound(tenant: journey.request.segment.spelling),
      message: "We couldn't find an account with that username. Try another; the server lists its users at its start.")
    return .show(UserNameStep(fault: fault))
  }
}
