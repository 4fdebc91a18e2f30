/// A labelled field, its hint and the fault of what was last entered in it.
struct TextField {
  /// What the browser is told to expect, keyboard and password manager included.
  enum Kind {
    case userName
    case currentPassword
    case newPassword
    case oneTimeCode
    /// A code of letters and digits shown on another device.
    case deviceCode

    fileprivate var attributes: HTML {
      switch self {
      // `type` email because scripts look for it; the form's `novalidate` lets any name through.
      case .userName: "type=\"email\" autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\""
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
