/// A page of a user flow for customers: its fields, a main button, and further choices. The ids are those of Azure AD B2C's own pages, by
/// which scripts find fields and buttons (observed).
package struct CustomerPage: Page {
  /// One field, which the form posts under its id.
  package struct Field: Sendable {
    package enum Kind: Sendable {
      case email
      case text
      case password
      case newPassword
      case code
    }

    package var kind: Kind
    package var id: String
    package var label: String
    package var value: String
    package var hint: String?
    package var fault: PageFault?

    package init(
      _ kind: Kind, _ id: String, _ label: String, value: String = "", hint: String? = nil, fault: PageFault? = nil
    ) {
      self.kind = kind
      self.id = id
      self.label = label
      self.value = value
      self.hint = hint
      self.fault = fault
    }
  }

  /// A button that posts its value in the field `action`.
  package struct Choice: Sendable {
    package var id: String
    package var label: String
    package var value: String

    package init(_ id: String, _ label: String, _ value: String) {
      self.id = id
      self.label = label
      self.value = value
    }
  }

  package let pageID: PageID
  package var branding: Branding
  package var form: PageForm
  package var heading: String
  /// The sentence below the heading; nil for none.
  package var lead: String?
  package var fields: [Field] = []
  /// What is wrong with the whole form; nil for nothing.
  package var fault: PageFault?
  /// The button that the Enter key presses; nil for a page that has none.
  package var main: (id: String, label: String)?
  /// Buttons next to the main one.
  package var buttons: [Choice] = []
  /// Choices that look like links.
  package var links: [Choice] = []
  /// The other identity providers.
  package var providers: [Choice] = []
  /// What the script of the page says; nil leaves it out.
  package var settings: CustomerSettings?

  package init(_ pageID: PageID, branding: Branding, form: PageForm, heading: String) {
    self.pageID = pageID
    self.branding = branding
    self.form = form
    self.heading = heading
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    let shown = fields.enumerated().map { place, field in
      TextField(
        kind: field.kind.field, id: field.id, name: field.id, label: field.label, value: field.value, hint: field.hint,
        fault: field.fault, autofocus: place == 0
      ).html
    }
    let content: HTML = """
      \(fault.map { "<p class=\"fault\" role=\"alert\" id=\"claimVerificationServerError\">\($0.message)</p>\n" })\
      \(shown)\
      \(Button.row("\(main.map { Self.main($0.id, $0.label) })\(buttons.map(CustomerChoices.button))"))\
      \(CustomerChoices(links: links, providers: providers).html)
      """
    return PageLayout(
      config: config, pageID: pageID, title: heading, branding: branding,
      fault: fault ?? fields.lazy.compactMap(\.fault).first,
      comments: settings?.comments, tail: settings?.script(fields, heading: heading, nonce: config.nonce)
    ).enclosing(
      """
      <h1>\(heading)</h1>
      \(branding.purpose)\(lead.map { "<p>\($0)</p>\n" })\(form.enclosing(content))
      """)
  }

  /// It must be the first button of the form: the Enter key presses that one.
  private static func main(_ id: String, _ label: String) -> HTML {
    """
    <button type="submit" id="\(id)" class="button main">\(label)</button>

    """
  }
}

extension CustomerPage.Field.Kind {
  fileprivate var field: TextField.Kind {
    switch self {
    case .email: .userName
    case .text: .plain
    case .password: .currentPassword
    case .newPassword: .newPassword
    case .code: .oneTimeCode
    }
  }
}
