import Testing

/// What is decided and changed of customers' accounts stands in one place. The pages of Azure AD B2C, those of External ID and the native
/// API say it in their own words.
@Suite("The sources of customers' pages and API") struct CustomerSourceTests {
  static let shells = [
    "Sources/Customers/B2C", "Sources/Customers/ExternalID", "Sources/Customers/Native",
  ]

  static let files =
    (try? SourceTree.shared.get()).map { tree in
      tree.paths.filter { path in path.hasSuffix(".swift") && shells.contains { path.hasPrefix($0 + "/") } }.sorted()
    } ?? []

  /// What changes the directory, and what compares a code, a password or a secret.
  static let words = [
    "DirectoryEditor", "world.edit", "journey.edit", "request.edit", "lockout", "SecretDigest(", ".matches(password",
    ".matches(secret", "digest.matches", "SHA256", "HMACSHA256", "ConstantTime", "CodeMail(", "CustomerFields.code",
    "fixedCode ==", "== CustomerAccounts.fixedCode", ".text ==", "NewCustomer(",
  ]

  @Test("leave decisions to CustomerAccounts", arguments: files) func decideNothing(_ file: String) throws {
    let text = try SourceTree.page(file)
    for word in Self.words { #expect(!text.contains(word), "\(file) has '\(word)', which belongs to CustomerAccounts") }
  }

  @Test("are there") func areThere() {
    for shell in Self.shells { #expect(Self.files.contains { $0.hasPrefix(shell + "/") }, "\(shell)") }
  }
}
