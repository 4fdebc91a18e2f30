/// The address that a page posts its form to, and the hidden fields of the form.
package struct PageForm: Sendable {
  /// An absolute URL of this server.
  package var action: String
  /// Hidden fields, in the order in which the browser posts them.
  package var hidden: [(name: String, value: String)]

  package init(action: String, hidden: [(name: String, value: String)] = []) {
    self.action = action
    self.hidden = hidden
  }

  /// The form around `content`. The browser checks no field (`novalidate`), since tests want the messages of the
  /// server.
  /// `isMain` tells the form that scripts look for from others of the page.
  func enclosing(_ content: HTML, isMain: Bool = true) -> HTML {
    """
    <form\(" name=\"f1\" id=\"i0281\"", if: isMain) method="post" action="\(action)" novalidate>
    \(hidden.map(Self.hiddenField))\(content)</form>

    """
  }

  /// A form without fields that people see, for the buttons of `action` that stand elsewhere on the page.
  func carrying(_ action: PageAction) -> HTML {
    """
    <form id="\(action.rawValue)" method="post" action="\(self.action)" novalidate hidden>
    \(hidden.map(Self.hiddenField))</form>

    """
  }

  static func hiddenField(name: String, value: String) -> HTML {
    "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
  }
}
