/// A field with its label, its hint, and the fault of the last input.
struct TextField {
  /// What the field is for: browsers choose the keyboard and the password manager's offer by it.
  enum Kind {
    case userName
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

  var html: HTML {
    let described: HTML? =
      switch (fault != nil, hint != nil) {
      case (true, true): " aria-describedby=\"\(id)-fault \(id)-hint\""
      case (true, false): " aria-describedby=\"\(id)-fault\""
      case (false, true): " aria-describedby=\"\(id)-hint\""
      case (false, false): nil
      }
    return """
      <div class="field">
      \(fault.map { "<p class=\"fault\" id=\"\(id)-fault\" role=\"alert\">\($0.message)</p>\n" })\
      <label for="\(id)">\(label)</label>
      <input \(kind.attributes) id="\(id)" name="\(name)"\(" value=\"\(value)\"", if: !value.isEmpty)\
      \(described)\(" aria-invalid=\"true\"", if: fault != nil)\(" autofocus", if: autofocus)>
      \(hint.map { "<p class=\"hint\" id=\"\(id)-hint\">\($0)</p>\n" })\
      </div>

      """
  }
}
