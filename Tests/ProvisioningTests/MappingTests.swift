import Bytes
import Directory
import Expectations
import JSON
import Policy
import Scenarios
import TestSupport
import Testing
import Worlds

/// Expressions, scoping filters, and the words of files.
@Suite struct MappingTests {
  struct Row: Sendable {
    let text: String
    let value: JSONValue?
  }

  static let values: [String: JSONValue] = [
    "givenName": "Zoë", "surname": "Åström", "mail": "Zoe@Contoso.com", "IsSoftDeleted": "True",
    "department": "Sales, North",
  ]

  static let rows = [
    Row(text: #"Switch([IsSoftDeleted], , "False", "True", "True", "False")"#, value: "False"),
    Row(text: #"Join(" ", [givenName], [surname])"#, value: "Zoë Åström"),
    Row(text: #"Join(" ", [city], [surname])"#, value: "Åström"),
    Row(text: "NormalizeDiacritics([surname])", value: "Astrom"),
    Row(text: "ToLower([mail])", value: "zoe@contoso.com"),
    Row(text: #"Item(Split([mail], "@"), 1)"#, value: "Zoe"),
    Row(text: "Coalesce([city], [mail])", value: "Zoe@Contoso.com"),
    Row(text: #"IIF([department]="Sales, North","yes","no")"#, value: "yes"),
    Row(text: #"IIF(IsPresent([city]),"yes",Append(Left([surname], 2),"!"))"#, value: "Ås!"),
    Row(text: #"Replace([mail], "Contoso", , , "fabrikam", , )"#, value: "Zoe@fabrikam.com"),
    Row(text: "Mid([mail], 2, 2)", value: "oe"),
    Row(text: #"Not("true")"#, value: false),
    Row(text: "[city]", value: nil),
  ]

  @Test(arguments: rows) func expressionsHaveTheirValues(_ row: Row) throws {
    expectEqual(try MappingExpression(row.text).value { Self.values[$0] }, row.value)
  }

  @Test(
    arguments: [
      ("Word([mail], 1, \" \")", "not carried out"), ("Jon([mail])", "did you mean 'Join'"),
      ("[mial]", "did you mean 'mail'"),
      ("ToLower([mail]", "not closed"), ("Left([mail])", "arguments"), ("ToLower([mail]) x", "follows the end"),
    ]) func mistakesInExpressionsSayWhatHelps(_ text: String, _ part: String) throws
  {
    let fault = #expect(throws: MappingExpression.Fault.self) { try MappingExpression(text) }
    expectNotNil(fault?.text.firstPlace(of: part), Comment(rawValue: fault?.text ?? ""))
  }

  struct Mistake: Sendable {
    let settings: String
    let part: String
  }

  static let mistakes = [
    Mistake(settings: "tenantUrl: ftp://x", part: "not a tenant URL"),
    Mistake(settings: "tenantUrl: 'http://x/?aadOptscim062020&AzureAdScimPatch2017'", part: "exclude each other"),
    Mistake(settings: "tenantUrl: http://x, secretToke: a", part: "did you mean 'secretToken'"),
    Mistake(settings: "tenantUrl: http://x, mappings: [{ target: id, source: mail }]", part: "can be written"),
    Mistake(
      settings: "tenantUrl: http://x, mappings: [{ target: nickName, source: mial }]", part: "did you mean 'mail'"),
    Mistake(settings: "tenantUrl: http://x, mappings: [{ target: nickName }]", part: "one of 'source'"),
    Mistake(
      settings: "tenantUrl: http://x, scopingFilters: [[{ attribute: department, operator: EQUALS }]]",
      part: "needs 'value'"),
    Mistake(
      settings: #"tenantUrl: http://x, scopingFilters: [[{ attribute: department, operator: "&" }]]"#,
      part: "& needs 'value'"),
    Mistake(
      settings: #"tenantUrl: http://x, scopingFilters: [[{ attribute: department, operator: "!!", value: a }]]"#,
      part: "unknown operator '!!'"),
    Mistake(
      settings: "tenantUrl: http://x, scopingFilters: [[{ attribute: city, operator: Greater_Than, value: ten }]]",
      part: "'ten' is not one"),
    Mistake(
      settings: "tenantUrl: http://x, scopingFilters: [[{ attribute: manager, operator: IS NULL }]]", part: "references"
    ),
    Mistake(
      settings: "tenantUrl: http://x, scopingFilters: [[{ attribute: otherMails, operator: IS NULL }]]", part: "lists"),
    Mistake(
      settings: "tenantUrl: http://x, mappings: [{ target: userName, removed: true }]",
      part: "objects of the app are found"),
    Mistake(
      settings: "tenantUrl: http://x, groupMappings: [{ target: displayName, removed: true }]", part: "'matching: 1'"),
    Mistake(settings: #"tenantUrl: http://x, secretToken: "a\r\nb""#, part: "no header field"),
    Mistake(settings: #"tenantUrl: http://x, userAgent: "a\tb""#, part: "no header field"),
    Mistake(settings: "tenantUrl: http://x, secretToken: a, clientCredentials: {}", part: "two ways"),
    Mistake(settings: "tenantUrl: http://x, actions: [remove]", part: "create, update or delete"),
  ]

  @Test(arguments: mistakes) func mistakesInFilesHaveTheirPlace(_ mistake: Mistake) throws {
    let error = #expect(throws: ScenarioError.self) {
      try TestWorld(file: "world: { apps: { product: { type: web, provisioning: { \(mistake.settings) } } } }")
    }
    expectEqual(error?.line, 2)
    expectNotNil(error?.sentence.firstPlace(of: mistake.part), Comment(rawValue: error?.sentence ?? ""))
  }

  @Test(
    arguments: [
      ("{ target: userName, source: mail }", ["userName 1"]),
      ("{ target: userName, source: mail, matching: 3 }", ["userName 3"]),
      ("{ target: externalId, source: objectId, matching: 2 }", ["userName 1", "externalId 2"]),
      ("{ target: userName, source: mail }, { target: externalId, source: objectId, matching: 1 }", ["externalId 1"]),
      ("{ target: userName, removed: true }, { target: externalId, source: objectId, matching: 1 }", ["externalId 1"]),
    ]) func aRowThatIsEditedStaysTheOneThatObjectsAreFoundBy(_ rows: String, _ found: [String]) throws
  {
    let test = try TestWorld(
      file: "world: { apps: { product: { type: web, provisioning: { tenantUrl: http://x, mappings: [\(rows)] } } } }")
    let settings = try #require(try test.app("product").provisioning)
    expectEqual(
      StandardMapping.userRows(settings).compactMap { row in row.matching.map { "\(row.target) \($0)" } }, found)
  }

  @Test func anExportBeginsAgain() throws {
    let settings = """
      tenantUrl: "http://localhost:5001/scim?aadOptscim062020", secretToken: t0ken, interval: 10s, preset: objectId, scope: all, \
      groups: false, actions: [create, update], mappings: [{ target: nickName, source: mailNickname, when: ObjectAddOnly }, \
      { target: title, removed: true }, { target: userType, constant: Employee }, \
      { target: locale, expression: 'ToLower([preferredLanguage])', default: en }], \
      scopingFilters: [[{ attribute: department, operator: EQUALS, value: Sales }], \
      [{ attribute: department, operator: "&", value: "Marketing, Sales" }, { attribute: city, operator: "!&", value: Graz }]], \
      accidentalDeletions: 5, \
      quarantine: { minimum: 3, share: 50 }, memberRef: null, activeAs: boolean, bodyOrder: operations, missing: replace, \
      emptyRoles: true, membersPerRequest: 1, parallel: 2, probeEmptyCycles: false, userAgent: Probe/1, skipOutOfScopeDeletions: true
      """
    let first = try TestWorld(file: "world: { apps: { product: { type: web, provisioning: { \(settings) } } } }")
    let exported = try WorldExport.file(of: first.world)
    let again = try TestWorld(
      file: String(exported.split(separator: "\n").filter { !$0.hasPrefix("scenario:") }.joined(separator: "\n")))
    expectEqual(try again.app("product").provisioning, try first.app("product").provisioning)
    expectNotNil(try first.app("product").provisioning?.tenantURL)
  }
}
