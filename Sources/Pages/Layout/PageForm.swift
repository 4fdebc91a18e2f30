/// Where a page's answer is posted, and what goes along unseen.
package struct PageForm: Sendable {
  package var action: String
  /// Hidden fields in the order they are posted.
  package var hidden: [(name: String, value: String)]

  package init(action: String, hidden: [(name: String, value: String)] = []) {
    self.action = action
    self.hidden = hidden
  }

  /// The form around `content`. The browser validates nothing: the server's messages are the ones under test.
  func enclosing(_ content: HTML) -> HTML {
    """
    <form method="post" action="\(action)" novalidate>
    \(hidden.map(Self.hiddenField))\(content)</form>

    """
  }

  static func hiddenField(name: String, value: String) -> HTML {
    "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
  }
}
