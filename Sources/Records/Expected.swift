package import JSON

/// What a record says about one value.
package indirect enum Expected: Sendable {
  /// Exactly this number, word or null.
  case constant(JSONValue)
  /// A text. `…` in it stands for any text, names in braces are filled in.
  case text(String)
  /// A text that a regular expression fits as a whole.
  case pattern(String)
  case kind(ValueKind)
  /// An object with these members at least, or a list with these elements by their numbers from 0.
  case members([(name: String, value: Expected)])
  case list([Expected])
  /// A list with these elements in some order.
  case anyOrder([Expected])
  /// A text of these words, with blanks between them, in some order.
  case words([String])
  case oneOf([Expected])
  /// All of these: the names of an object in their order, and some of its members.
  case all([Expected])
  /// A number from the first to the last, also when it is written as a text.
  case between(Int64, Int64)
  /// A list of which every element is so.
  case each(Expected)
  /// An object with exactly these members, in this order.
  case names([String])
  /// A list or a text that has these among others.
  case among([Expected])
}

/// What a value is, when the record does not say which.
package enum ValueKind: String, Sendable, CaseIterable {
  case text
  case number
  case boolean
  case list
  case object
  case guid
  case time
  /// Seconds since 1970, as a number or as a text.
  case seconds
  case url
  case token
  /// The value is there, whatever it is.
  case present
  /// There is no such value.
  case absent
  /// An empty text.
  case empty
}
