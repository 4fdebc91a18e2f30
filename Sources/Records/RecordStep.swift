package import JSON

/// One step of a record.
package struct RecordStep: Sendable {
  /// What is done.
  package enum Deed: Sendable {
    case request(RecordedRequest)
    /// Fills in the form of the page that the browser shows, and sends it. `button` is the value of the button; nil presses none.
    case submit([(String, String)], button: String?)
    /// The world's clock goes forward.
    case wait(Duration)
    /// Signs a token with a key that the test has, and keeps it by a name.
    case sign(SignedThing)
  }

  /// The line in the file.
  package let line: Int
  package let deed: Deed
  /// The browser that keeps the cookies of the answer and brings them again. Nil: a program without cookies.
  package let browser: String?
  /// Whether redirects are followed as long as they stay on the service's hosts.
  package let follows: Bool
  /// How often the request is made; the last answer counts.
  package let times: Int
  /// What the answer has to be. Nil: it does not matter.
  package let answer: AnswerExpectation?
  /// Values of the answer that steps after it use by name.
  package let takes: [Taken]
}

/// A request as a record has it. Names in braces are filled in when it is played.
package struct RecordedRequest: Sendable {
  package enum Body: Sendable {
    case none
    case form([(String, String)])
    case json(JSONValue)
    case text(String)
  }

  package let method: String
  /// `https://graph.microsoft.com/v1.0/me`, or a path of the sign-in host.
  package let address: String
  package let query: [(String, String)]
  package let fields: [(String, String)]
  package let body: Body
  /// The service of Azure that answers in the place of the host; see `GuardedService`.
  package let guarding: String?
}

/// A token that a client makes itself.
package struct SignedThing: Sendable {
  package let name: String
  package let header: JSONValue
  package let claims: JSONValue
}

/// A value that a later step uses.
package struct Taken: Sendable {
  package let name: String
  package let path: ValuePath
}
