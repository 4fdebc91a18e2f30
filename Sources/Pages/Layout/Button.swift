/// A button that submits the page's form.
enum Button {
  /// The main button. It has to be the first of its form, since Enter presses the first.
  static func main(_ label: String, autofocus: Bool = false) -> HTML {
    """
    <input type="submit" id="idSIButton9" class="button main" value="\(label)"\(" autofocus", if: autofocus)>

    """
  }

  /// The way back or out, at most one a page.
  static func back(_ label: String, _ action: PageAction) -> HTML {
    """
    <button type="submit" id="idBtn_Back" class="button" name="action" value="\(action.rawValue)">\(label)</button>

    """
  }

  /// A choice aside from these two, which looks like a link.
  static func link(_ label: String, _ action: PageAction) -> HTML {
    """
    <p><button type="submit" class="link" name="action" value="\(action.rawValue)">\(label)</button></p>

    """
  }

  /// The row that holds a page's buttons.
  static func row(_ buttons: HTML) -> HTML { "<div class=\"buttons\">\n\(buttons)</div>\n" }
}
