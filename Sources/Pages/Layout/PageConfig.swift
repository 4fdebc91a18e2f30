/// What `$Config` of a page says beside the page's name and its fault, for programs that sign in without a browser. It holds nothing that
/// the form or the address of the page does not hold.
package struct PageConfig: Sendable {
  /// The value of a member.
  package enum Value: Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([Value])
    case object([(String, Value)])
    case null
  }

  /// Names the scripts of the page that its policies allow.
  package var nonce: String
  /// In the order in which the page writes them.
  package var members: [(String, Value)]

  package init(nonce: String = "", members: [(String, Value)] = []) {
    self.nonce = nonce
    self.members = members
  }
}

extension PageConfig.Value {
  var html: HTML {
    var html = HTML()
    write(to: &html)
    return html
  }

  private func write(to html: inout HTML) {
    switch self {
    case .text(let text): html.json(text)
    case .number(let number): html.text("\(number)")
    case .flag(true): html.markup("true")
    case .flag(false): html.markup("false")
    case .null: html.markup("null")
    case .list(let values):
      html.markup("[")
      for (place, value) in values.enumerated() {
        if place > 0 { html.markup(",") }
        value.write(to: &html)
      }
      html.markup("]")
    case .object(let members):
      html.markup("{")
      Self.write(members, to: &html)
      html.markup("}")
    }
  }

  /// The members without the braces around them.
  static func members(_ members: [(String, PageConfig.Value)]) -> HTML {
    var html = HTML()
    write(members, to: &html)
    return html
  }

  private static func write(_ members: [(String, PageConfig.Value)], to html: inout HTML) {
    for (place, member) in members.enumerated() {
      if place > 0 { html.markup(",") }
      html.name(member.0)
      html.markup(":")
      member.1.write(to: &html)
    }
  }
}
