/// Lists what an app asks for and lets the user accept or refuse.
package struct ConsentPage: Page {
  /// Whose consent is asked.
  package enum Audience: Sendable {
    case user
    /// Of a user who may consent for everybody: a box that posts `consentOnBehalfOfOrganization=true`.
    case userOrOrganization
    /// Of an administrator for everybody, at the admin consent endpoint.
    case organization
  }

  /// One line of the list.
  package struct Permission: Sendable, Hashable {
    package var displayName: String
    package var detail: String
    /// The scope or role by its protocol name, such as `Mail.Read`; nil shows none.
    package var value: String?

    package init(displayName: String, detail: String, value: String? = nil) {
      self.displayName = displayName
      self.detail = detail
      self.value = value
    }
  }

  /// The form field of the organization box.
  package static let organizationFieldName = "consentOnBehalfOfOrganization"

  package let pageID = PageID.consent
  package var branding: Branding
  package var form: PageForm
  package var userName: String
  package var appName: String
  /// The publisher's name or domain; nil shows the app as unverified.
  package var publisher: String?
  package var audience: Audience
  package var permissions: [Permission]

  package init(
    branding: Branding, form: PageForm, userName: String, appName: String, publisher: String? = nil,
    audience: Audience = .user, permissions: [Permission]
  ) {
    self.branding = branding
    self.form = form
    self.userName = userName
    self.appName = appName
    self.publisher = publisher
    self.audience = audience
    self.permissions = permissions
  }

  package func html() -> [UInt8] {
    let fields: HTML = """
      \(Self.organizationBox, if: audience == .userOrOrganization)\
      \(Button.row("\(Button.main("Accept"))\(Button.back("Cancel", .decline))"))
      """
    return PageLayout(pageID: pageID, title: "Permissions requested", branding: branding).enclosing(
      """
      <h1>Permissions requested</h1>
      \("<p class=\"purpose\">Review for your organization</p>\n", if: audience == .organization)\
      \(Account.line(userName))
      <div class="app"><span class="avatar" aria-hidden="true">\(Account.initial(appName))</span>\
      <div class="who"><strong class="name">\(appName)</strong> <span>\(publisher ?? "Unverified publisher")</span></div></div>
      <h2>\(question)</h2>
      <ul class="permissions">
      \(permissions.map(Self.item))</ul>
      <p class="quiet">Accept only if you trust this app. What is granted can be withdrawn at any time.</p>
      \(form.enclosing(fields))
      """)
  }

  private var question: HTML {
    switch audience {
    case .user, .userOrOrganization: "This app would like to:"
    case .organization: "For everybody in your organization this app would like to:"
    }
  }

  private static func item(_ permission: Permission) -> HTML {
    """
    <li><details><summary>\(permission.displayName)</summary>
    <p>\(permission.detail)</p>
    \(permission.value.map { "<p><code>\($0)</code></p>\n" })</details></li>

    """
  }

  private static let organizationBox: HTML = """
    <div class="check"><input type="checkbox" id="organization" name="consentOnBehalfOfOrganization" value="true">
    <label for="organization">Consent on behalf of your organization</label></div>

    """
}
