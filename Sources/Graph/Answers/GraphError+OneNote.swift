import Bytes
import Directory
import Policy

/// Notebooks are kept by OneNote, whose service looks at the token itself. This server has no notebooks, and gives the refusals that come
/// before them.
extension GraphError {
  /// Permissions of which a personal account's token has to have one: `Notes.Read.All` and `Notes.ReadWrite.All` are none for it (reported
  /// 2025-06-23, microsoft-graph-explorer-v4 3888, and 2021-02-06, msgraph-sdk-powershell 546).
  private static let personalNotes: Set = [
    "Notes.Create", "Notes.Read", "Notes.ReadWrite", "Notes.ReadWrite.CreatedByApp",
  ]

  /// The refusal for a path to notebooks. Nil for a path to something else, and for a token that OneNote takes.
  static func refusedByOneNote(_ token: GraphToken, at segments: [String]) -> Self? {
    guard segments.dropFirst().contains(where: { ASCII.equalIgnoringCase($0, "onenote") }) else { return nil }
    guard token.user != nil || segments.first == "me" else {
      // Reported 2025-06-26 (msgraph-sdk-dotnet 2939).
      return oneNote(
        """
        To improve the security of our customers' data, this API will no longer support app-only tokens starting from March \
        31st 2025. Customers may still call these APIs using delegated (app+user) tokens. Please refer to this link: \
        https://learn.microsoft.com/en-us/graph/auth-v2-user
        """, because: "OneNote takes no token of an app alone since 31 March 2025: sign a user in")
    }
    guard token.user != nil else { return .needsUser }
    guard token.tenant.kind == .personal, !token.scopes.contains(where: personalNotes.contains) else { return nil }
    return oneNote(
      "{0}",
      because: """
        a personal account reads its notebooks with Notes.Read, Notes.ReadWrite or Notes.Create, and the token has \
        \(token.scopes.isEmpty ? "no scope" : token.scopes.joined(separator: " "))
        """)
  }

  private static func oneNote(_ details: String, because reason: String) -> Self {
    Self(
      401, .oneNoteUnauthorized,
      "The request does not contain a valid authentication token. Detailed error information: \(details)",
      because: reason)
  }
}
