/// Lists the permissions that an app asks for. The main button accepts; the other one posts `PageAction.decline`.
package struct ConsentPage: Page {
  /// For whom the user consents.
  package enum Audience: Sendable {
    /// For the user alone.
    case user
    /// For the user, or, with a box that posts `consentOnBehalfOfOrganization=true`, for all users of the tenant.
    /// Only administrators get the box.
    case userOrOrganization
    /// For all users of the tenant, at the admin consent endpoint.
    case organization
  }

  /// One line of the list: a delegated permission or an app role.
  package struct Permission: Sendable, Hashable {
    /// The short text that the API has for the permission.
    package var displayName: String
    /// The longer text, which the user can open.
    package var detail: String
    /// The name in the protocol, such as `Mail.Read`; nil shows none.
    package var value: String?

    package init(displayName: String, detail: String, value: String? = nil) {
      self.displayName = displayName
      self.detail = detail
      self.value = value
    }
  }

  /// The form field of the box for the organization.
  package static let organizationFieldName = "consentOnBehalfOfOrganization"

  package let pageID = PageID.consent
  package var branding: Branding
  package var form: PageForm
  package var userName: String
  /// The display name of the app registration.
  package var appName: String
  /// The name or domain of the publisher; nil shows the app as one of an unverified publisher.
  package var publisher: String?
  package var audience: Audience
  /// The permissions that the app asks for and does not have yet, in the order of the page.
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

  package func html(_ config: PageConfig) -> [UInt8] {
    let fields: HTML = """
      \(Self.organizationBox, if: audience == .userOrOrganization)\
      \(Button.row("<span id=\"idBtn_Accept\">\(Button.main("Accept"))</span>\(Button.back("Cancel", .decline))"))
      """
    return PageLayout(config: config, pageID: pageID, title: "Permissions requested", branding: branding).enclosing(
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
    <li><details><summary>\(permission.displayName)\(permission.value.map { " <code>\($0)</code>" })</summary>
    <p>\(permission.detail)</p>
    </details></li>

    """
  }

  private static let organizationBox: HTML = """
    <div class="check"><input type="checkbox" id="organization" name="consentOnBehalfOfOrganization" value="true">
    <label for="organization">Consent on behalf of your organization</label></div>

    """
}
