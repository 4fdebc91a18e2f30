import Expectations
import Policy
import Testing

/// The grammar of `scope`.
struct ScopeListTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// `resource|value` of each item, a bare value without the bar; nil: refused.
    let items: [String]?
    var openID: Set<OpenIDScope> = []

    init(_ description: String, _ text: String, _ items: [String]?, _ openID: Set<OpenIDScope> = []) {
      testDescription = description
      self.text = text
      self.items = items
      self.openID = openID
    }
  }

  static let guid = "a9100000-0000-4000-8000-000000000005"

  static let accepted: [Row] = [
    Row("empty", "", []), Row("blanks", "   ", []),
    Row("bare", "User.Read", ["User.Read"]),
    Row("several", "User.Read Mail.Read", ["User.Read", "Mail.Read"]),
    Row("more than one blank", "  User.Read   Mail.Read ", ["User.Read", "Mail.Read"]),
    Row("tabs and line ends", "User.Read\tMail.Read\r\nFiles.Read", ["User.Read", "Mail.Read", "Files.Read"]),
    Row("repeated", "User.Read User.Read", ["User.Read"]),
    Row("repeated in another case", "User.Read user.read", ["User.Read"]),
    Row("the order stays", "b a c", ["b", "a", "c"]),
    Row(
      "OpenID words", "openid profile email offline_access", ["openid", "profile", "email", "offline_access"],
      [.openid, .profile, .email, .offlineAccess]),
    Row("OpenID words in capitals", "OpenID PROFILE", ["OpenID", "PROFILE"], [.openid, .profile]),
    Row("OpenID words of Graph", "https://graph.microsoft.com/openid", ["openid"], [.openid]),
    Row("an OpenID word of another resource", "api://x/openid", ["api://x|openid"]),
    Row("https resource", "https://contoso.com/api/Read", ["https://contoso.com/api|Read"]),
    Row("api resource", "api://contoso/Read", ["api://contoso|Read"]),
    Row("GUID resource", "\(guid)/Read", ["\(guid)|Read"]),
    Row("api GUID resource", "api://\(guid)/Read", ["api://\(guid)|Read"]),
    Row("the last slash parts", "https://a.test/b/c/d", ["https://a.test/b/c|d"]),
    Row(
      "a resource that ends in a slash", "https://management.azure.com//.default",
      ["https://management.azure.com/|.default"]),
    Row(".default", "https://graph.microsoft.com/.default", ["https://graph.microsoft.com|.default"]),
    Row(".default in capitals", "https://graph.microsoft.com/.DEFAULT", ["https://graph.microsoft.com|.DEFAULT"]),
    Row("bare .default", ".default", [".default"]),
    Row(
      ".default with OpenID words", "api://x/.default openid profile offline_access",
      ["api://x|.default", "openid", "profile", "offline_access"], [.openid, .profile, .offlineAccess]),
    Row("a bare URI", "https://graph.microsoft.com", ["https:/|graph.microsoft.com"]),
    Row("a bare api URI", "api://contoso", ["api:/|contoso"]),
    Row("two .default", "api://x/.default api://y/.default", ["api://x|.default", "api://y|.default"]),
    Row("address and phone are names like any", "address phone", ["address", "phone"]),
  ]

  static let refused: [Row] = [
    Row("comma", "User.Read,Mail.Read", nil), Row("comma and blank", "User.Read, Mail.Read", nil),
    Row("semicolon", "User.Read;Mail.Read", nil), Row("a bare GUID", guid, nil),
    Row("a bare URI with a slash", "https://graph.microsoft.com/", nil),
    Row("a host without a scheme", "org.crm4.dynamics.com/x", nil),
    Row("an empty value", "api://contoso/", nil), Row("an empty resource", "/Read", nil),
    Row("a quote", "\"User.Read\"", nil), Row("a backslash", #"a\b"#, nil), Row("a control character", "a\u{1}b", nil),
    Row(".default with a name of the same resource", "api://x/.default api://x/Read", nil),
    Row(".default with a name of another", "api://x/.default User.Read", nil),
    Row("one of several", "User.Read a,b", nil),
  ]

  @Test(arguments: accepted) func reads(_ row: Row) throws {
    let list = try ScopeList(row.text)
    expectEqual(list.items.map { item in (item.resource.map { $0 + "|" } ?? "") + item.value }, row.items)
    expectEqual(list.openID, row.openID)
    expectEqual(list.text, row.text)
    expectEqual(list.isEmpty, row.items?.isEmpty ?? true)
  }

  @Test(arguments: refused) func refuses(_ row: Row) {
    #expect { try ScopeList(row.text) } throws: { error in
      guard let refusal = error as? Refusal else { return false }
      return refusal.code == 70011 && refusal.message.contains("The scope \(row.text) is not valid.")
        && refusal.message.hasSuffix("resource-specific scopes.") == row.text.contains(".default")
    }
  }
}
