/// Tells the user that only an administrator can grant what the app asks for. Its three stages follow the admin
/// consent workflow of Entra.
package struct AdminApprovalPage: Page {
  /// How far the request for approval is.
  package enum Stage: Sendable {
    /// The tenant has no workflow: the user can sign in as an administrator, or go back to the app.
    case needed
    /// The user can ask an administrator. The text of the field is posted as `justification`; `fault` is the message
    /// next to it.
    case request(justification: String = "", fault: PageFault? = nil)
    /// The request was sent.
    case requested
  }

  /// The form field with the reason that the user gives.
  package static let justificationFieldName = "justification"

  package let pageID = PageID.adminApproval
  package var branding: Branding
  package var form: PageForm
  /// The sign-in name of the user, as the page shows it.
  package var userName: String
  /// The display name of the app registration.
  package var appName: String
  package var stage: Stage

  package init(branding: Branding, form: PageForm, userName: String, appName: String, stage: Stage) {
    self.branding = branding
    self.form = form
    self.userName = userName
    self.appName = appName
    self.stage = stage
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    switch stage {
    case .needed:
      page(
        config, "Need admin approval",
        """
        <p><strong>\(appName)</strong> needs permission to access resources in your organization that only an admin can \
        grant. Please ask an admin to grant it, then try again.</p>
        \(form.enclosing(
          """
          \(Button.link("Have an admin account? Sign in with that account", .asAdministrator))\(returnLink)
          """))
        """)
    case .request(let justification, let fault):
      page(
        config, "Approval required",
        """
        <p><strong>\(appName)</strong> needs permission to access resources in your organization that only an admin can \
        grant. Say why you need it, and your request is sent to one.</p>
        \(form.enclosing(
          """
          \(Self.justificationField(justification, fault))\
          \(Button.row("\(Button.main("Request approval"))\(Button.back("Cancel", .cancel))"))\
          \(Button.link("Have an admin account? Sign in with that account", .asAdministrator))
          """))
        """, fault: fault)
    case .requested:
      page(
        config, "Request sent",
        """
        <p>An administrator has your request for <strong>\(appName)</strong>. Try again once it has been granted.</p>
        \(form.enclosing(returnLink))
        """)
    }
  }

  private func page(
    _ config: PageConfig, _ heading: String, _ content: HTML, fault: PageFault? = nil
  ) -> [UInt8] {
    PageLayout(config: config, pageID: pageID, title: heading, branding: branding, fault: fault).enclosing(
      "<h1>\(heading)</h1>\n\(Account.line(userName))\n\(content)")
  }

  private var returnLink: HTML {
    """
    <p><button type="submit" id="idBtn_Back" class="link" name="action" value="\(PageAction.cancel.rawValue)">\
    Return to the application without granting consent</button></p>

    """
  }

  private static func justificationField(_ justification: String, _ fault: PageFault?) -> HTML {
    """
    <div class="field">
    \(fault.map { "<p class=\"fault\" id=\"justification-fault\" role=\"alert\">\($0.message)</p>\n" })\
    <label for="justification">Why do you need this app?</label>
    <textarea id="justification" name="justification" rows="4" maxlength="500" autocomplete="off"\
    \(" aria-describedby=\"justification-fault\" aria-invalid=\"true\"", if: fault != nil) autofocus>\(justification)\
    </textarea>
    </div>

    """
  }
}
