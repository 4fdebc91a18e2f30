import Expectations
import HTTPWire
import JSON
import Testing

/// Each way in which a query can be wrong has its own text (observed, but for those that the documents call chosen).
@Suite("Refused queries") struct QueryRefusalTests {
  private let bench: Bench
  private let token: String

  init() throws {
    bench = try Bench()
    token = try bench.app(
      "Directory.ReadWrite.All", "User.ReadWrite.All", "Application.ReadWrite.All", "Group.ReadWrite.All")
  }

  private func get(_ path: String, _ query: String, isAdvanced: Bool) throws -> HTTPResponse {
    let fields: HTTPFields = isAdvanced ? ["ConsistencyLevel": "eventual"] : [:]
    return try bench.call(
      "/v1.0" + path, query: query.replacing(" ", with: "%20"), authorization: token, fields: fields
    ).response
  }

  private func expect(_ response: HTTPResponse, _ code: String, _ text: String) throws {
    let error = try Bench.found(try response.json()["error"])
    #expect(response.status == 400 && error["code"]?.string == code, "\(response.text)")
    #expect(error["message"]?.string?.hasPrefix(text) == true, "\(response.text)")
  }

  @Test(
    "By the directory",
    arguments: [
      (
        "/servicePrincipals", "$filter=startswith(displayName,'a')&$orderby=displayName", false,
        "Sorting not supported for current query."
      ),
      (
        "/groups", "$filter=startswith(displayName,'a')&$orderby=displayName&$count=true", false,
        "Sorting not supported for current query."
      ),
      ("/users", "$orderby=createdDateTime desc", false, "Unsupported sort property 'createdDateTime' for 'User'."),
      ("/users", "$orderby=city", true, "Unsupported sort property 'city' for 'User'."),
      ("/users", "$search=\"displayName:al\"&$orderby=createdDateTime", true, "An unsupported property was specified."),
      (
        "/servicePrincipals", "$filter=appRoleAssignmentRequired eq true", false,
        "Unsupported or invalid query filter clause specified for property 'appRoleAssignmentRequired' of resource 'ServicePrincipal'."
      ),
      (
        "/users", "$filter=onPremisesSamAccountName eq 'a'", false,
        "Unsupported or invalid query filter clause specified for property 'onPremisesSamAccountName' of resource 'User'."
      ),
      (
        "/groups", "$filter=hasMembersWithLicenseErrors eq true&$count=true", true,
        "Unsupported or invalid query filter clause specified for property 'hasMembersWithLicenseErrors' of resource 'Group'."
      ),
      (
        "/users", "$filter=skills/any(s:s eq 'a')&$count=true", true,
        "Unsupported or invalid query filter clause specified for property 'skills' of resource 'User'."
      ),
      (
        "/users", "$filter=startswith(department,'a')", false,
        "Unsupported or invalid query filter clause specified for property 'department' of resource 'User'."
      ),
      (
        "/groups", "$filter=foo eq 'x'", false,
        "Unsupported or invalid query filter clause specified for property 'foo' of resource 'Group'."
      ),
      ("/users", "$filter=city ne 'a'", false, "Filter operator 'NotEqualsMatch' is not supported."),
      (
        "/servicePrincipals", "$filter=appRoleAssignmentRequired ne false", false,
        "Unsupported property filter clause operator 'NotEqualsMatch'."
      ),
      ("/users", "$filter=endswith(mail,'a')", false, "Filter operator 'EndsWithMatch' is not supported."),
      ("/users", "$filter=not(city eq 'a')", false, "Filter operator 'NotMatch' is not supported."),
      (
        "/users", "$filter=assignedPlans/any(p:p/service eq 'a' and p/capabilityStatus eq 'b')", false,
        "Complex query on property assignedPlans is not supported."
      ),
      (
        "/users", "$filter=serviceProvisioningErrors/any(e:e/isResolved eq false)&$count=true", true,
        "Unsupported query."
      ),
      (
        "/users/alice@contoso.onmicrosoft.com/memberOf", "$filter=displayName eq 'x'", false,
        "The specified filter to the reference property query is currently not supported."
      ),
      ("/groups", "$top=1000", false, "Invalid page size specified: '1000'. Must be between 1 and 999 inclusive."),
    ] as [(String, String, Bool, String)])
  func byTheDirectory(_ path: String, _ query: String, _ isAdvanced: Bool, _ text: String) throws {
    try expect(get(path, query, isAdvanced: isAdvanced), "Request_UnsupportedQuery", text)
  }

  @Test(
    "By the front",
    arguments: [
      (
        "/users", "$filter=accountEnabled eq 'true'",
        "Invalid filter clause: A binary operator with incompatible types was detected."
      ),
      (
        "/users", "$filter=displayName eq true",
        "Invalid filter clause: A binary operator with incompatible types was detected."
      ),
      ("/users", "$filter=startwith(displayName,'a')", "Invalid filter clause: An unknown function"),
      (
        "/users", "$select=id,extension_a-b",
        "Parsing OData Select and Expand failed: Term 'id,extension_a-b' is not valid in a $select or $expand expression."
      ),
      (
        "/oauth2PermissionGrants", "$select=foo",
        "Parsing OData Select and Expand failed: Could not find a property named 'foo'"
      ),
      (
        "/users/alice@contoso.onmicrosoft.com/mailFolders", "$select=isRead",
        "Parsing OData Select and Expand failed: Could not find a property named 'isRead' on type 'microsoft.graph.mailFolder'."
      ),
    ] as [(String, String, String)])
  func byTheFront(_ path: String, _ query: String, _ text: String) throws {
    let all = try bench.app("Directory.ReadWrite.All", "User.ReadWrite.All", "Mail.Read")
    let response = try bench.call("/v1.0" + path, query: query.replacing(" ", with: "%20"), authorization: all).response
    try expect(response, "BadRequest", text)
  }

  @Test("By other services")
  func byOtherServices() throws {
    let users = try get("/users", "$select=skills&$top=1", isAdvanced: false)
    try expect(users, "-1, Microsoft.SharePoint.Client.InvalidClientQueryException", "The expression \"id in ('")
    try expect(
      get("/groups", "$select=autoSubscribeNewMembers", isAdvanced: false), "BadRequest",
      "This operation target is not yet supported")
    let one = try get("/users/alice@contoso.onmicrosoft.com", "$select=skills", isAdvanced: false)
    #expect(one.status == 200, "\(one.text)")
    let people = try bench.token("People.Read")
    for (filter, code) in [
      ("userPrincipalName%20eq%20'a'", "ErrorInvalidProperty"), ("endsWith(mail,'a')", "ErrorInvalidUrlQueryFilter"),
    ] {
      let response = try bench.call("/v1.0/me/people", query: "$filter=" + filter, authorization: people).response
      #expect(response.status == 400)
      try expectEqual(response.json()["error"]?["code"]?.string, code)
    }
  }

  @Test(
    "What is served",
    arguments: [
      ("/users", "$filter=city ne 'a'&$count=true"), ("/users", "$filter=endswith(mail,'.com')&$count=true"),
      ("/users", "$filter=onPremisesSamAccountName eq 'a'&$count=true"),
      ("/groups", "$filter=owners/$count eq 0&$count=true"),
      ("/applications", "$filter=owners/$count eq 0&$count=true"),
      ("/users", "$filter=displayName eq 'a'&$orderby=displayName&$count=true"),
      ("/users", "$search=\"displayName:al\" AND (\"mail:al\" OR \"displayName:bo\")"),
      ("/users", "$select=id,extension_AppRoles,somethingNew"), ("/directoryRoles", "$expand=members"),
      ("/roleManagement/directory/roleAssignments", "$expand=roleDefinition"),
      ("/directory/deletedItems/microsoft.graph.user", "$orderby=deletedDateTime desc&$count=true"),
    ] as [(String, String)])
  func whatIsServed(_ path: String, _ query: String) throws {
    let response = try get(path, query, isAdvanced: true)
    #expect(response.status == 200, "\(response.text)")
  }
}
