/// A button that submits the page's form.
enum Button {
  /// The main button. It must be the first of its form, since the Enter key presses the first one.
  static func main(_ label: String, autofocus: Bool = false) -> HTML {
    """
    <input type="submit" id="idSIButton9" class="button main" value="\(label)"\(" autofocus", if: autofocus)>

    """
  }

  /// The main button under the id that scripts know on one page. The id that it has on the other pages is around it, so that a click on either
  /// presses it.
  static func main(_ label: String, id: String, autofocus: Bool = false) -> HTML {
    """
    <span id="idSIButton9"><input type="submit" id="\(id)" class="button main" value="\(label)"\
    \(" autofocus", if: autofocus)></span>

    """
  }

  /// The main button of a page for a name or a password, which scripts find by what it reports too (observed).
  static func signIn(_ label: String) -> HTML {
    """
    <input type="submit" id="idSIButton9" class="button main" data-report-event="Signin_Submit" value="\(label)">

    """
  }

  /// A way on this page that looks like a link and is called a button.
  static func way(_ label: String, to place: String, name: String? = nil) -> HTML {
    "<a role=\"button\" href=\"#\(place)\"\(name.map { " aria-label=\"\($0)\"" as HTML })>\(label)</a>"
  }

  /// The button that leads back or out. A page has one at most.
  static func back(_ label: String, _ action: PageAction) -> HTML {
    """
    <button type="submit" id="idBtn_Back" class="button" name="action" value="\(action.rawValue)">\(label)</button>

    """
  }

  /// "No" beside "Yes". Scripts find it as an `input` (observed), whose value is what people read, so it has a field of its own.
  static let no: HTML = """
    <input type="submit" id="idBtn_Back" class="button" name="\(PageAction.no.rawValue)" value="No">

    """

  /// A further choice, which looks like a link.
  static func link(_ label: String, _ action: PageAction) -> HTML {
    """
    <p><button type="submit" class="link" name="action" value="\(action.rawValue)">\(label)</button></p>

    """
  }

  /// A button within a text that posts another form of the page than the one around it (`PageForm.carrying`). The Enter key passes it over.
  static func elsewhere(_ label: String, _ action: PageAction, id: String) -> HTML {
    """
    <button type="submit" form="\(action.rawValue)" id="\(id)" class="link" name="action" value="\(action.rawValue)">\(label)</button>
    """
  }

  /// The row with the buttons of a page.
  static func row(_ buttons: HTML) -> HTML { "<div class=\"buttons\">\n\(buttons)</div>\n" }
}
