import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing

struct UserRealmTests {
  struct Row: CustomTestStringConvertible {
    let path: String
    /// Nil: the domain is unknown.
    let domain: String?
    let testDescription: String
  }

  static let rows = [
    Row(path: "/common/userrealm/alice@contoso.com", domain: "contoso.com", testDescription: "a domain of a tenant"),
    Row(path: "/common/userrealm/alice%40contoso.com", domain: "contoso.com", testDescription: "encoded @"),
    Row(path: "/common/UserRealm/alice%40contoso.com", domain: "contoso.com", testDescription: "capitals in the path"),
    Row(path: "/COMMON/USERREALM/alice@contoso.com/", domain: "contoso.com", testDescription: "slash at the end"),
    Row(
      path: "/common/userrealm/nobody@contoso.com", domain: "contoso.com", testDescription: "the user is not looked up"),
    Row(path: "/common/userrealm/a%40b%40contoso.com", domain: "contoso.com", testDescription: "the last @ counts"),
    Row(path: "/common/userrealm/alice@CONTOSO.com", domain: "CONTOSO.com", testDescription: "domain in capitals"),
    Row(path: "/common/userrealm/alice@elsewhere.test", domain: nil, testDescription: "an unknown domain"),
    Row(path: "/common/userrealm/alice", domain: nil, testDescription: "no domain"),
    Row(path: "/common/userrealm/alice@contoso", domain: nil, testDescription: "a tenant's short name is not a domain"),
    Row(
      path: "/common/userrealm/alice%FF@contoso.com", domain: "contoso.com",
      testDescription: "an encoding that is not a text"),
  ]

  @Test(arguments: rows) func tellsHowADomainSignsIn(_ row: Row) throws {
    let answer = try TestWorld().send("GET", row.path + "?api-version=1.0")
    expectEqual(answer.status, 200)
    let head: JSONObject = ["ver": "1.0", "account_type": .string(row.domain == nil ? "Unknown" : "Managed")]
    var expected = head
    if let domain = row.domain { expected.append("domain_name", .string(domain)) }
    expected.append("cloud_instance_name", "microsoftonline.com" as JSONValue)
    expected.append("cloud_audience_urn", "urn:federation:MicrosoftOnline" as JSONValue)
    expectEqual(answer.text, JSONValue.object(expected).text)
    expectEqual(answer.fields["Content-Disposition"], "inline; filename=userrealm.json")
    expectEqual(answer.fields["Cache-Control"], "no-store, no-cache")
    expectNil(answer.fields["Access-Control-Allow-Origin"])
  }

  /// MSAL for .NET compares `domain_name` and says `ropc_not_supported_for_msa`.
  @Test(arguments: ["pat@outlook.com", "pat%40live.com", "nobody@outlook.com"])
  func personalAccountsAreOfLiveCom(_ user: String) throws {
    let answer = try TestWorld().send("GET", "/common/userrealm/\(user)?api-version=1.0")
    expectEqual(
      answer.text,
      """
      {"ver":"1.0","account_type":"Federated","domain_name":"live.com","federation_protocol":"WSTrust",\
      "federation_metadata_url":"https://localhost:8443/FederationMetadata/2007-06/FederationMetadata.xml",\
      "federation_active_auth_url":"https://localhost:8443/rst2.srf","cloud_instance_name":"microsoftonline.com",\
      "cloud_audience_urn":"urn:federation:MicrosoftOnline"}
      """)
  }

  struct Spelling: CustomTestStringConvertible {
    let testDescription: String
    let target: String
    let body: String
  }

  @Test(arguments: [
    Spelling(
      testDescription: "version 2.0 by path", target: "/common/userrealm/alice@contoso.com?api-version=2.0",
      body: """
        {"NameSpaceType":"Managed","Login":"alice@contoso.com","DomainName":"contoso.com",\
        "FederationBrandName":"Contoso","TenantBrandingInfo":null,"cloud_instance_name":"microsoftonline.com"}
        """),
    Spelling(
      testDescription: "version 2.1 by query", target: "/common/userrealm/?user=a@elsewhere.test&api-version=2.1",
      body: """
        {"NameSpaceType":"Unknown","Login":"a@elsewhere.test","cloud_instance_name":"microsoftonline.com"}
        """),
    Spelling(
      testDescription: "a domain alone", target: "/common/UserRealm/?user=contoso.com&api-version=1.0",
      body: """
        {"ver":"1.0","account_type":"Managed","domain_name":"contoso.com","cloud_instance_name":"microsoftonline.com",\
        "cloud_audience_urn":"urn:federation:MicrosoftOnline"}
        """),
    Spelling(
      testDescription: "the oldest address", target: "/getuserrealm.srf?login=alice@contoso.com",
      body: """
        {"State":4,"UserState":1,"Login":"alice@contoso.com","NameSpaceType":"Managed","DomainName":"contoso.com",\
        "FederationBrandName":"Contoso","CloudInstanceName":"microsoftonline.com",\
        "CloudInstanceIssuerUri":"urn:federation:MicrosoftOnline"}
        """),
    Spelling(
      testDescription: "the same in XML", target: "/getuserrealm.srf?login=a%26b@elsewhere.test&xml=1",
      body: """
        <RealmInfo Success="true"><State>1</State><UserState>1</UserState><Login>a&amp;b@elsewhere.test</Login>\
        <NameSpaceType>Unknown</NameSpaceType><CloudInstanceName>microsoftonline.com</CloudInstanceName>\
        <CloudInstanceIssuerUri>urn:federation:MicrosoftOnline</CloudInstanceIssuerUri></RealmInfo>
        """),
  ]) func hasOneAnswerInSeveralSpellings(_ row: Spelling) throws {
    let answer = try TestWorld().send("GET", row.target)
    expectEqual(answer.status, 200)
    expectEqual(answer.text, row.body)
  }

  @Test(arguments: ["/common/userrealm/?api-version=2.1", "/getuserrealm.srf"]) func wantsAName(_ target: String) throws
  {
    try expectEqual(TestWorld().send("GET", target).status, 400)
  }

  @Test(arguments: ["", "?", "?api-version=", "?api-version=3.0"]) func wantsItsVersion(_ query: String) throws {
    let answer = try TestWorld().send("GET", "/common/userrealm/alice@contoso.com" + query)
    expectEqual(answer.status, 400)
    expectEqual(answer.error, "invalid_request")
  }
}
