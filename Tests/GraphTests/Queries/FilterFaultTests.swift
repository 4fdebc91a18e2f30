import Bytes
import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing

/// What the front says of a `$filter` that it cannot read. Rows with "observed" stand in public reports; the others follow from the library by
/// which the service reads filters (Microsoft.OData.Core, `ExpressionLexer` and `UriQueryExpressionParser`).
struct FilterFaultTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func said(_ path: String, _ filter: String, isAdvanced: Bool = false) throws -> (
    status: Int, code: String?, text: String
  ) {
    let all = try bench.app("Directory.ReadWrite.All", "User.ReadWrite.All", "Mail.Read")
    var fields = HTTPFields()
    if isAdvanced { fields.append("ConsistencyLevel", "eventual") }
    let response = try bench.call(
      "/v1.0" + path, query: "$filter=\(Percent.encode(filter))\(isAdvanced ? "&$count=true" : "")", authorization: all,
      fields: fields
    ).response
    let error = try response.json()["error"]
    return (response.status, error?["code"]?.string, error?["message"]?.string ?? "")
  }

  @Test(
    "The fault and its place",
    arguments: [
      // Observed 2024-06 (microsoft-graph-explorer-v4 3227).
      (
        "jobtitle ge '!' , accountenabled eq true",
        "Syntax error at position 17 in 'jobtitle ge '!' , accountenabled eq true'."
      ),
      ("displayName equals 'x'", "Syntax error at position 18 in 'displayName equals 'x''."),
      ("displayName eq 'O'Neil'", "There is an unterminated literal at position 23 in 'displayName eq 'O'Neil''."),
      ("displayName eq 'O' Neil", "Syntax error at position 23 in 'displayName eq 'O' Neil'."),
      (
        "displayName eq 'O''Neil",
        "There is an unterminated string literal at position 23 in 'displayName eq 'O''Neil'."
      ),
      ("displayName eq 'ä' or", "Expression expected at position 21 in 'displayName eq 'ä' or'."),
      ("mail+eq+'x'", "Syntax error: character '+' is not valid at position 4 in 'mail+eq+'x''."),
      ("mail eq \"x\"", "Syntax error: character '\"' is not valid at position 8 in 'mail eq \"x\"'."),
      ("mail eq test@x.com", "Syntax error at position 14 in 'mail eq test@x.com'."),
      ("mail eq @", "Syntax error at position 9 in 'mail eq @'."),
      ("() eq 'x'", "Expression expected at position 1 in '() eq 'x''."),
      ("(mail eq 'x'", "')' or operator expected at position 12 in '(mail eq 'x''."),
      ("(mail is 'x')", "')' or operator expected at position 6 in '(mail is 'x')'."),
      ("startswith(mail 'x')", "')' or ',' expected at position 16 in 'startswith(mail 'x')'."),
      ("otherMails/any", "'(' expected at position 14 in 'otherMails/any'."),
      ("otherMails/any(m eq 'x')", "Syntax error at position 19 in 'otherMails/any(m eq 'x')'."),
      ("otherMails/any(m:m eq 'x'", "')' or ',' expected at position 25 in 'otherMails/any(m:m eq 'x''."),
      ("id in ('x'", "Found an unbalanced bracket expression."),
      (
        "mail in 'x'",
        "The right operand for the IN operation is not a collection value. IN operations require the left operand to be a "
          + "single value and the right operand to be a collection value."
      ),
      ("mail in (x)", "String item should be single/double quoted: 'x'."),
      (
        "startwith(mail,'x')",
        "An unknown function with name 'startwith' was found. This may also be a function import or a key lookup on a navigation "
          + "property, which is not allowed."
      ),
      (
        "startswith(mail)",
        "No function signature for the function with name 'startswith' matches the specified arguments. The function signatures "
          + "considered are: startswith(Edm.String Nullable=true, Edm.String Nullable=true)."
      ),
      ("mail eq x", "Could not find a property named 'x' on type 'microsoft.graph.user'."),
      (
        "id eq a11ce000-0000-4000-8000-000000000001",
        "A binary operator with incompatible types was detected. Found operand types 'Edm.String' and 'Edm.Guid' for operator kind 'Equal'."
      ),
      ("displayName", "The $filter expression must evaluate to a single boolean value."),
      (
        "not displayName eq 'x'",
        "A unary operator with an incompatible type was detected. Found operand type 'Edm.String' for operator kind 'Not'."
      ),
    ])
  func ofUsers(_ filter: String, _ text: String) throws {
    let said = try said("/users", filter)
    expectEqual(said.status, 400)
    expectEqual(said.code, "BadRequest")
    expectEqual(said.text, "Invalid filter clause: " + text)
  }

  @Test(
    "Of messages",
    arguments: [
      // Observed 2026-09.
      (
        "receivedDateTime ge 2025-11-24T01:11:04",
        "The DateTimeOffset text '2025-11-24T01:11:04' should be in format 'yyyy-mm-ddThh:mm:ss('.'s+)?(zzzzzz)?' and each field value "
          + "is within valid range."
      ),
      (
        "receivedDateTime ge '2025-11-24T01:11:04Z'",
        "A binary operator with incompatible types was detected. Found operand types 'Edm.DateTimeOffset' and 'Edm.String' for operator "
          + "kind 'GreaterThanOrEqual'."
      ),
      // Observed 2026.
      ("foo eq 'x'", "Could not find a property named 'foo' on type 'microsoft.graph.message'."),
    ])
  func ofMessages(_ filter: String, _ text: String) throws {
    let said = try said("/users/alice@contoso.onmicrosoft.com/messages", filter)
    expectEqual(said.status, 400)
    expectEqual(said.text, "Invalid filter clause: " + text)
  }

  @Test(
    "What can be read and is not carried out",
    arguments: [
      ("contains(displayName,'x')", "Operator: 'Contains' is not supported."),
      ("contains('x',displayName)", "Operator: 'Contains' is not supported."),
      ("tolower(displayName) eq 'x'", "Unsupported Query."), ("'x' eq displayName", "Unsupported Query."),
      ("startswith(tolower(displayName),'x')", "Unsupported Query."),
      ("startswith('x',displayName)", "Unsupported Query."),
      ("displayName eq @p", "Unsupported Query."), ("id eq guid'x'", "Unsupported Query."),
    ])
  func byTheDirectory(_ filter: String, _ text: String) throws {
    let said = try said("/users", filter)
    expectEqual(said.code, "Request_UnsupportedQuery")
    expectEqual(said.text, text)
  }

  @Test(
    "What is read as before",
    arguments: [
      "displayName eq 'O''Neil'", "NOT(displayName eq 'x')", "not startsWith(displayName,'x')", "mail in ('a', 'b')",
      "createdDateTime ge 2020-01-01", "createdDateTime ge 2020-01-01T00:00:00Z",
      "createdDateTime ge 2020-01-01T00:00:00+01:00",
      "accountEnabled", "otherMails/any()", "assignedLicenses/$count eq 0",
      "displayName\teq 'x'",
    ])
  func isRead(_ filter: String) throws {
    let said = try said("/users", filter, isAdvanced: true)
    #expect(said.status == 200, "\(filter): \(said.text)")
  }
}
