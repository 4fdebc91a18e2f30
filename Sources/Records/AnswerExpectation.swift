/// What a record says about an answer. What it leaves out does not matter.
package struct AnswerExpectation: Sendable {
  package var status: Expected?
  /// The word `error`, wherever the answer has it: in the JSON, in the redirect.
  package var error: Expected?
  /// The message without ids and times, wherever the answer has it: `error_description`, `message`, the text of a page.
  package var text: Expected?
  /// Header fields by name.
  package var fields: [(name: String, value: Expected)] = []
  /// The names of the cookies in their order.
  package var cookies: Expected?
  /// What stands behind the value of a cookie.
  package var cookieAttributes: [(name: String, value: Expected)] = []
  /// The whole body as text.
  package var body: Expected?
  /// The names of the members of the JSON object, in their order.
  package var members: NameList?
  package var json: Expected?
  package var redirect: RedirectExpectation?
  package var page: PageExpectation?
  /// Tokens by the path of the member that has them.
  package var tokens: [(path: String, token: TokenExpectation)] = []
  /// The parts of `WWW-Authenticate`: scheme, then the parameters in their order.
  package var challenge: ChallengeExpectation?
}

/// Names in their order. Names that depend on the data of the world are left out on both sides.
package struct NameList: Sendable {
  package var names: [String]
  package var but: [String] = []
  /// Whether names that the record does not have may be there too, and the order alone counts.
  package var isPart = false
}

package struct RedirectExpectation: Sendable {
  /// The address without parameters.
  package var to: Expected?
  /// `query` or `fragment`.
  package var part: String?
  package var names: NameList?
  package var values: [(name: String, value: Expected)] = []
}

package struct PageExpectation: Sendable {
  package var title: Expected?
  /// `PageID`.
  package var id: Expected?
  package var contains: [String] = []
  package var lacks: [String] = []
  /// The names of the fields of its form, in their order.
  package var form: NameList?
  package var values: [(name: String, value: Expected)] = []
}

package struct TokenExpectation: Sendable {
  package var header: Expected?
  package var names: NameList?
  package var claims: Expected?
  /// Differences between times of the token, such as `exp - iat`.
  package var spans: [(name: String, value: Expected)] = []
}

package struct ChallengeExpectation: Sendable {
  package var scheme: String
  package var names: NameList?
  package var values: [(name: String, value: Expected)] = []
}
