/// A field with its label, its hint, and the fault of the last input.
struct TextField {
  /// What the field is for: browsers choose the keyboard and the password manager's offer by it.
  enum Kind {
    case userName
    /// The same as text: External ID's page has it so (observed).
    case customerName
    case plain
    case currentPassword
    case newPassword
    case oneTimeCode
    /// A code of letters and digits that another device shows.
    case deviceCode

    fileprivate var attributes: HTML {
      switch self {
      // Scripts look for `type="email"`. With `novalidate` on the form, the browser accepts any name.
      case .userName: "type=\"email\" autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\""
      case .customerName: "type=\"text\" autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\""
      case .plain: "type=\"text\" autocomplete=\"off\""
      case .currentPassword: "type=\"password\" autocomplete=\"current-password\""
      case .newPassword: "type=\"password\" autocomplete=\"new-password\""
      case .oneTimeCode: "type=\"text\" inputmode=\"numeric\" autocomplete=\"one-time-code\" maxlength=\"16\""
      case .deviceCode:
        "type=\"text\" autocomplete=\"off\" autocapitalize=\"characters\" spellcheck=\"false\" maxlength=\"32\""
      }
    }
  }

  var kind: Kind
  var id: String
  var name: String
  var label: String
  var value = ""
  var hint: String?
  var fault: PageFault?
  var autofocus = false
  var placeholder: String?
  /// The name of the field for recorders of tests and for screen readers, where it is another one than the label.
  var accessibleName: String?
  /// The ids of the message about the last input, from the outside to the inside: pages of different years had different ones.
  var faultIDs: (outer: String, inner: String)?
  var hintID: String?

  var html: HTML {
    let (outer, inner) = faultIDs ?? ("\(id)-fault", "\(id)Error")
    let ownHintID = hintID ?? "\(id)-hint"
    let described: HTML? =
      switch (fault != nil, hint != nil) {
      case (true, true): " aria-describedby=\"\(inner) \(ownHintID)\""
      case (true, false): " aria-describedby=\"\(inner)\""
      case (false, true): " aria-describedby=\"\(ownHintID)\""
      case (false, false): nil
      }
    return """
      <div class="field">
      \(fault.map { Self.message($0, outer, inner) })\
      <label for="\(id)">\(label)</label>
      <input \(kind.attributes) id="\(id)" name="\(name)"\(" value=\"\(value)\"", if: !value.isEmpty)\
      \(placeholder.map { " placeholder=\"\($0)\"" as HTML })\(accessibleName.map { " aria-label=\"\($0)\"" as HTML })\
      \(described)\(" class=\"has-error\"", if: fault != nil)\(" aria-invalid=\"true\"", if: fault != nil)\(" autofocus", if: autofocus)>
      \(hint.map { "<p class=\"hint\" id=\"\(ownHintID)\">\($0)</p>\n" })\
      </div>

      """
  }

  private static func message(_ fault: PageFault, _ outer: String, _ inner: String) -> HTML {
    let way: HTML? = fault.way.map { " \(Button.elsewhere($0.words, $0.action, id: "idA_IL_ForgotPassword0"))." }
    return """
      <div class="fault alert alert-error" id="\(outer)" aria-live="assertive">\
      <span id="\(inner)" role="alert">\(fault.message)\(way)</span></div>

      """
  }
}
