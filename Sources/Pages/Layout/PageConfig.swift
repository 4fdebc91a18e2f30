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
    switch self {
    case .text(let text): "\(json: text)"
    case .number(let number): "\(number)"
    case .flag(true): "true"
    case .flag(false): "false"
    case .null: "null"
    case .list(let values): "[\(Self.joined(values.map(\.html)))]"
    case .object(let members): "{\(Self.members(members))}"
    }
  }

  static func members(_ members: [(String, PageConfig.Value)]) -> HTML {
    joined(members.map { "\(json: $0.0):\($0.1.html)" })
  }

  private static func joined(_ parts: [HTML]) -> HTML {
    var all = HTML()
    for (place, part) in parts.enumerated() {
      if place > 0 { all.markup(",") }
      all.append(part)
    }
    return all
  }
}
