import Directory
import Expectations
import Synchronization
import TestSupport
import Testing
import Worlds

/// Scoping filters: what each operator makes of what a user has and of what the clause says.
@Suite struct ScopingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let clause: String
    /// Whether Ann is written into the app.
    let fits: Bool
    var testDescription: String { "\(clause): \(fits ? "fits" : "does not fit")" }

    init(_ clause: String, _ fits: Bool) { (self.clause, self.fits) = (clause, fits) }

    /// The operator as the file has it.
    var operation: String {
      let text = clause.split(separator: "operator: ")[1].split(separator: ",")[0]
      return String(text.replacing("\"", with: ""))
    }
  }

  /// Ann works in Sales, has the employee id 1000000, and no title.
  static let rows = [
    Row("attribute: department, operator: EQUALS, value: Sales", true),
    Row("attribute: department, operator: EQUALS, value: [Marketing, Sales]", true),
    Row("attribute: department, operator: EQUALS, value: sales", false),
    Row("attribute: jobTitle, operator: EQUALS, value: Engineer", false),
    Row("attribute: department, operator: NOT EQUALS, value: sales", true),
    Row("attribute: department, operator: NOT EQUALS, value: Sales", false),
    Row("attribute: jobTitle, operator: NOT EQUALS, value: Engineer", false),
    Row("attribute: accountEnabled, operator: IS TRUE", true),
    Row("attribute: department, operator: IS TRUE", false),
    Row("attribute: accountEnabled, operator: IS FALSE", false),
    Row("attribute: jobTitle, operator: IS NULL", true),
    Row("attribute: department, operator: IS NULL", false),
    Row("attribute: department, operator: IS NOT NULL", true),
    Row("attribute: jobTitle, operator: IS NOT NULL", false),
    Row("attribute: department, operator: REGEX MATCH, value: 'S[a-z]+'", true),
    Row("attribute: department, operator: REGEX MATCH, value: '[0-9]+'", false),
    Row("attribute: department, operator: NOT REGEX MATCH, value: '[0-9]+'", true),
    Row("attribute: department, operator: NOT REGEX MATCH, value: 'S[a-z]+'", false),
    Row("attribute: jobTitle, operator: NOT REGEX MATCH, value: '[0-9]+'", false),
    // As texts, 999999 is the greater one.
    Row("attribute: employeeId, operator: Greater_Than, value: 999999", true),
    Row("attribute: employeeId, operator: Greater_Than, value: 1000000", false),
    Row("attribute: department, operator: Greater_Than, value: 1", false),
    Row("attribute: jobTitle, operator: Greater_Than, value: 1", false),
    Row("attribute: employeeId, operator: Greater_Than_OR_EQUALS, value: 1000000", true),
    Row("attribute: employeeId, operator: Greater_Than_OR_EQUALS, value: 1000001", false),
    Row("attribute: department, operator: Includes, value: ale", true),
    Row("attribute: department, operator: Includes, value: ALE", false),
    Row("attribute: department, operator: ENDS_WITH, value: les", true),
    Row("attribute: department, operator: ENDS_WITH, value: Sal", false),
    Row(#"attribute: department, operator: "&", value: "Marketing, Sales""#, true),
    Row(#"attribute: department, operator: "&", value: [Marketing, "Old Sales"]"#, true),
    Row(#"attribute: department, operator: "&", value: "Marketing, sales""#, false),
    Row(#"attribute: department, operator: "&", value: Sal"#, false),
    Row(#"attribute: jobTitle, operator: "&", value: "Engineer, Clerk""#, false),
    Row(#"attribute: department, operator: "!&", value: Marketing"#, true),
    Row(#"attribute: department, operator: "!&", value: "Marketing, Sales""#, false),
    Row(#"attribute: department, operator: "!&", value: [Marketing, "Old Sales"]"#, false),
    Row(#"attribute: jobTitle, operator: "!&", value: Engineer"#, false),
  ]

  @Test(arguments: rows) func aClauseLetsInWhomItFits(_ row: Row) throws {
    let bench = try Bench(
      "groups: false, scopingFilters: [[{ \(row.clause) }]]",
      people: #"  users: { ann: { displayName: Ann Lee, department: Sales, employeeId: "1000000" } }"#,
      assigned: "assignedUsers: [ann]")
    try bench.run()
    expectEqual(bench.server.state.withLock { $0.users.count }, row.fits ? 1 : 0)
  }

  @Test func everyOperatorHasARowThatFitsAndOneThatDoesNot() {
    // Only `accountEnabled` has a truth value, and who is disabled is not in scope.
    let neverFalse = ScopingClause.Operator.isFalse.rawValue
    let all = Set(ScopingClause.Operator.allCases.map(\.rawValue))
    expectEqual(Set(Self.rows.filter(\.fits).map(\.operation)), all.subtracting([neverFalse]))
    expectEqual(Set(Self.rows.filter { !$0.fits }.map(\.operation)), all)
  }
}
