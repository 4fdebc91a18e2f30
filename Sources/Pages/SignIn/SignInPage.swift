/// Asks for the user name, in the field `loginfmt`. Whoever does not know a name finds users under "Who is here".
package struct SignInPage: Page {
  /// A user whom the page offers.
  package struct Person: Sendable, Hashable {
    package var displayName: String
    package var userPrincipalName: String

    package init(displayName: String, userPrincipalName: String) {
      self.displayName = displayName
      self.userPrincipalName = userPrincipalName
    }
  }

  /// Whose names the page takes. Its field is called by it.
  package enum Accounts: Sendable, Hashable {
    /// Work accounts and personal ones, at `common`.
    case all
    /// Those of one tenant, or of any organization.
    case organization
    /// Customers of a tenant of External ID, whose page is another one: the field is called `username` (observed).
    case customers
  }

  package let pageID = PageID.signIn
  package var branding: Branding
  package var form: PageForm
  /// What the field contains at first: the app's hint, or what the user entered before.
  package var userName: String
  /// What is wrong with the last user name; nil at first.
  package var fault: PageFault?
  /// Whether the page has a "Cancel" button (`PageAction.cancel`), which leads back to the app.
  package var canCancel: Bool
  package var accounts = Accounts.organization
  /// Users that could sign in. Empty leaves "Who is here" out.
  package var people: [Person] = []
  /// Whether there are more of them than the page shows.
  package var hasMorePeople = false

  /// What the page offers customers beside a name: a new account, and the other identity providers.
  package var choices = CustomerChoices()

  package init(
    branding: Branding, form: PageForm, userName: String = "", fault: PageFault? = nil, canCancel: Bool = false
  ) {
    self.branding = branding
    self.form = form
    self.userName = userName
    self.fault = fault
    self.canCancel = canCancel
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    let fields: HTML = """
      \(field.html)\
      <p class="quiet"><a id="cantAccessAccount" name="cannotAccessAccount" href="#accessHelp">Can’t access your account?</a>\
      \(" <span id=\"accessHelp\">\(Self.help)</span>", if: accounts != .all)</p>
      \(Button.row("\(button)\(Button.back("Cancel", .cancel), if: canCancel)"))\(choices.html)
      """
    return PageLayout(
      config: config, pageID: pageID, title: "Sign in to your account", branding: branding, fault: fault
    ).enclosing(
      """
      <h1 id="loginHeader">Sign in</h1>
      \(branding.purpose)\(form.enclosing(fields))\(signInOptions)\(whoIsHere)\(kindsOfAccounts)
      """)
  }

  /// Recorders of tests find the field by its placeholder, or by its accessible name (observed).
  private var field: TextField {
    var field = TextField(
      kind: .userName, id: "i0116", name: "loginfmt", label: "Email or user name", value: userName, fault: fault,
      autofocus: true)
    field.faultIDs = ("usernameError", "i0116Error")
    switch accounts {
    case .all:
      field.label = "Email, phone, or Skype"
      field.placeholder = "Email, phone, or Skype"
      field.accessibleName = "Enter your email, phone, or Skype."
    case .organization:
      field.placeholder = "someone@example.com"
      field.accessibleName = "someone@example.com"
    case .customers:
      field.name = "username"
      field.kind = .customerName
    }
    return field
  }

  private var button: HTML {
    guard accounts == .customers else { return Button.signIn("Next") }
    return """
      <span id="idSIButton9"><button type="submit" id="usernamePrimaryButton" data-testid="usernamePrimaryButton" \
      class="button main">Next</button></span>

      """
  }

  private static let help = "Whoever set up this server knows its users and passwords."

  /// Parts of the page that a link shows in the place of the others, so that no script is needed. The service has them as states of its page,
  /// and calls the first button so (observed in 2025).
  private var signInOptions: HTML? {
    guard accounts != .customers else { return nil }
    return """
      <p>\(Button.way("Sign-in options", to: "signInOptions", name: "Sign-in options undefined"))</p>
      <section class="aside" id="signInOptions">
      <h2>Sign-in options</h2>
      <p>A name and its password are the only way to sign in here.</p>
      <p>\(Button.way("Back", to: "loginHeader"))</p>
      </section>

      """
  }

  /// Where accounts of both kinds sign in, the question which of them cannot.
  private var kindsOfAccounts: HTML? {
    guard accounts == .all else { return nil }
    return """
      <section class="aside" id="accessHelp">
      <h2>Which type of account do you need help with?</h2>
      <p>\(Button.way("Work or school account", to: "accountHelp"))</p>
      <p>\(Button.way("Personal account", to: "accountHelp"))</p>
      <p>\(Button.way("Cancel", to: "loginHeader"))</p>
      </section>
      <section class="aside" id="accountHelp">
      <h2>Get back into your account</h2>
      <p>\(Self.help)</p>
      <p>\(Button.way("Cancel", to: "loginHeader"))</p>
      </section>

      """
  }

  /// A form of its own, so that the one which scripts fill in stays as it is. Its buttons need no script. They post `who`: a script that
  /// looks for `loginfmt` finds the one field.
  private var whoIsHere: HTML? {
    guard !people.isEmpty else { return nil }
    let tiles: HTML = """
      <ul class="tiles">
      \(people.map(Self.tile))</ul>

      """
    return """
      <details class="details">
      <summary>Who is here</summary>
      \(form.enclosing(tiles, isMain: false))\
      \("<p class=\"quiet\">And others; the console lists all.</p>\n", if: hasMorePeople)\
      </details>

      """
  }

  private static func tile(_ person: Person) -> HTML {
    """
    <li><button type="submit" class="tile" name="who" value="\(person.userPrincipalName)">\
    <span class="avatar" aria-hidden="true">\(Account.initial(person.displayName))</span>\
    <span class="who"><span class="name">\(person.displayName)</span> <span>\(person.userPrincipalName)</span></span>\
    </button></li>

    """
  }
}
