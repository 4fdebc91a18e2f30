@testable import Policy

/// The text of `docs/prompt.md`. It is made from the table that decides who signs in, and from what `AccountDecision` does of
/// each obstacle.
enum PromptPage {
  /// The whole page as Markdown.
  static var markdown: String {
    var text = """
      # What authorize does

      <!-- Made from Sources/Policy/SignIn by the tests; RECORD_GOLDENS=1 rewrites it. -->

      Two decisions follow each other: who signs in, then what else stands in the way. Both are pure functions
      (`SignInDecision`, `AccountDecision`). The first one looks the request up in the table below and does what the row says.
      Each row of the second table is what the second one does where that alone is in the way; a test puts every two in the way at
      once. The journal keeps the reasons of each decision; `mockidp explain TRACE_ID` prints them.

      ## Who signs in

      A session is usable when it is not too old, its user is enabled, it began after the user's valid-from, the path admits
      the account (`consumers`, `organizations`, a tenant), and it fits `domain_hint` and `max_age`. The first row that fits
      decides.

      | `prompt` | sessions of the browser | hint | what happens | known |
      | --- | --- | --- | --- | --- |

      """
    for row in PromptTable.rows {
      let prompts = row.prompts.map { $0 == .whenNeeded ? "absent" : "`\($0.rawValue)`" }.joined(separator: ", ")
      let customers = row.doors.map { _ in ", where a user flow makes accounts" } ?? ""
      text += "| \(prompts)\(customers) | \(list(row.sessions, of: PromptTable.Sessions.self))"
      text += " | \(list(row.hints, of: PromptTable.Hint.self)) | \(row.outcome.text) | \(row.witness.short) |\n"
    }
    text += "| any | any | any | \(PromptTable.otherwise.text) | documented |\n"
    text += """

      Where `domain_hint` names another identity provider of the app's user flow, the page of that provider stands in for the sign-in
      page.

      `attempt_none` is decided like `none`. An unknown word, and two words, are answered with a page before the app is looked
      for: AADSTS90023. The last column says how a row is known: "seen" with the month of the newest record of its refusal, or one
      of the words of [Fidelity](fidelity.md).

      ## What else stands in the way

      Checked from the top; the first that is in the way decides. With `prompt=none` the answer is a redirect to the app.

      | in the way | a person sees | `prompt=none` | known |
      | --- | --- | --- | --- |

      """
    for row in AccountTable.rows {
      let word = (row.silent.redirectError ?? row.silent.error).rawValue
      text +=
        "| \(row.obstacle.text) | \(row.interactive.text) | `\(word)`, \(row.silent.label) | \(row.silent.witness.short) |\n"
    }
    text += """

      With `prompt=consent` the consent page is shown whether or not consent is missing. When nothing stands in the way
      the app gets its answer.

      """
    return text
  }

  private static func list<Value: RawRepresentable & CaseIterable>(_ values: [Value], of type: Value.Type) -> String
  where Value.RawValue == String {
    values.count == type.allCases.count ? "any" : values.map(\.rawValue).joined(separator: ", ")
  }
}
