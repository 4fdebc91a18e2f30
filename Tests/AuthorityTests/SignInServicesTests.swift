import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Worlds

/// What a program asks in the place of a sign-in page, by what `$Config` says.
struct SignInServicesTests {
  /// Sends JSON as a page does, with the cookies of a browser.
  private static func ask(
    _ browser: TestBrowser?, _ test: TestWorld, _ path: String, _ question: JSONValue
  ) throws -> JSONValue {
    let cookies = browser.map { $0.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
    let answer = try test.send(
      "POST", path, fields: [("Content-Type", "application/json")] + (cookies.map { [("Cookie", $0)] } ?? []),
      body: question.text)
    expectEqual(answer.status, 200)
    return try answer.json
  }

  struct Name: CustomTestStringConvertible {
    let testDescription: String
    let question: JSONValue
    let result: Int64
    let hasPassword: Bool
    let last: String
  }

  @Test(arguments: [
    Name(
      testDescription: "the name alone", question: ["Username": "alice@contoso.onmicrosoft.com"], result: 0,
      hasPassword: true,
      last: "DfpProperties,EstsProperties,IsSignupDisallowed,apiCanary"),
    Name(
      testDescription: "with a flow token", question: ["username": "ALICE@contoso.onmicrosoft.com", "flowToken": "x"],
      result: 0,
      hasPassword: true, last: "EstsProperties,FlowToken,IsSignupDisallowed,apiCanary"),
    Name(
      testDescription: "nobody", question: ["username": "nobody@contoso.onmicrosoft.com"], result: 1,
      hasPassword: false,
      last: "DfpProperties,EstsProperties,IsSignupDisallowed,apiCanary"),
    Name(
      testDescription: "a personal account", question: ["username": "pat@outlook.com"], result: 5, hasPassword: true,
      last: "DfpProperties,EstsProperties,IsSignupDisallowed,apiCanary"),
  ]) func tellsWhatANameNeeds(_ row: Name) throws {
    let answer = try Self.ask(nil, TestWorld(), "/common/GetCredentialType?mkt=en-US", row.question)
    expectEqual(answer["IfExistsResult"]?.integer, row.result)
    expectEqual(answer["Credentials"]?["HasPassword"], .bool(row.hasPassword))
    expectEqual(
      answer.object?.names.joined(separator: ","),
      "Username,Display,IfExistsResult,IsUnmanaged,ThrottleStatus,Credentials," + row.last)
  }

  @Test(arguments: ["", "[]", "{}", #"{"username":1}"#]) func wantsAName(_ body: String) throws {
    try expectEqual(TestWorld().send("POST", "/common/GetCredentialType", body: body).status, 400)
  }

  private static func atTheFactor() throws -> (TestWorld, TestBrowser, String) {
    let test = try TestWorld(scenario: { $0.settings.asksToStaySignedIn = true })
    let alice = try test.user("alice").id
    try test.change { directory in directory.updateUser(alice) { $0.mfa = .required } }
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.web))
    let page = try browser.enter("alice")
    let form = try #require(page.form)
    #expect(form.action.hasSuffix("/common/SAS/ProcessAuth"))
    return (test, browser, try #require(form["ctx"]))
  }

  @Test func aCodeThatIsProvedIsNotAskedAgain() throws {
    let (test, browser, context) = try Self.atTheFactor()
    let begun = try Self.ask(
      browser, test, "/common/SAS/BeginAuth", ["AuthMethodId": "PhoneAppOTP", "ctx": .string(context)])
    expectEqual(
      begun.object?.names,
      [
        "Success", "ResultValue", "Message", "AuthMethodId", "ErrCode", "Retry", "FlowToken", "Ctx", "SessionId",
        "CorrelationId", "Timestamp", "Entropy",
      ])
    expectEqual(begun["Success"], true)
    func end(_ code: String) throws -> JSONValue {
      try Self.ask(
        browser, test, "/common/SAS/EndAuth",
        ["AuthMethodId": "PhoneAppOTP", "Ctx": .string(context), "AdditionalAuthData": .string(code)])
    }
    let wrong = try end("000000")
    expectEqual(wrong["Success"], false)
    expectEqual(wrong["ErrCode"]?.integer, 500_121)
    try expectEqual(end("123456")["Success"], true)
    let page = try browser.submit()
    expectEqual(page.pageID, "KmsiInterrupt")
    #expect(page.form?.action.hasSuffix("/kmsi") == true)
    let answer = try browser.submit([("LoginOptions", "3")])
    expectNotNil(answer.delivered?["code"])
    expectNil(StaySignedInTests.cookie("ESTSAUTHPERSISTENT", of: answer))
  }

  @Test func theFormWantsACodeThatNobodyHasProved() throws {
    let (_, browser, _) = try Self.atTheFactor()
    try expectEqual(browser.submit().pageCode, 500_121)
  }

  /// Programs send back the context alone. Before the proof, the form needs the canary.
  @Test func aProofStandsInThePlaceOfTheCanary() throws {
    let (test, browser, context) = try Self.atTheFactor()
    let form = FormFields([("type", "22"), ("FlowToken", "x"), ("request", context), ("ctx", context)])
    try expectEqual(browser.post("/common/SAS/ProcessAuth", form).pageCode, 50089)
    _ = try Self.ask(
      browser, test, "/common/SAS/EndAuth",
      ["AuthMethodId": "PhoneAppOTP", "Ctx": .string(context), "AdditionalAuthData": "123456"])
    let elsewhere = TestBrowser(test)
    try expectEqual(elsewhere.post("/common/SAS/ProcessAuth", form).pageCode, 50089, "another browser")
    try expectEqual(browser.post("/common/SAS/ProcessAuth", form).pageID, "KmsiInterrupt")
  }

  /// Programs send the name as `login`, which pages send beside `loginfmt`.
  @Test func theNameMayComeAsLogin() throws {
    let test = try TestWorld()
    let alice = try test.user("alice").id
    try test.change { directory in directory.updateUser(alice) { $0.mfa = .unregistered } }
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.web))
    let page = try browser.submit([("login", "alice@contoso.onmicrosoft.com"), ("passwd", SeededDirectory.password)])
    expectEqual(page.pageID, "ConvergedProofUpRedirect")
    #expect(page.text.contains("\"iRemainingDaysToSkipMfaRegistration\":0,\"sProofUpAuthState\":\""))
  }

  /// JSON that is JSON is not a form either: what the address says to that is as before.
  @Test(arguments: [("application/json", 400), ("application/json; charset=utf-8", 400), ("text/plain", 200)])
  func aFormThatSaysThatItIsJSON(_ type: String, _ status: Int) throws {
    let answer = try TestWorld().send(
      "POST", "/common/SAS/ProcessAuth", fields: [("Content-Type", type)], body: "type=22&ctx=x")
    expectEqual(answer.status, status)
    expectEqual(answer.errorCode, status == 400 ? 9_000_410 : nil)
  }

  @Test(arguments: ["another browser", "another sign-in", "another method", "no JSON"])
  func whatIsOfNoOpenSignInIsRefused(_ which: String) throws {
    let (test, browser, context) = try Self.atTheFactor()
    let question: JSONValue =
      switch which {
      case "another sign-in": ["AuthMethodId": "PhoneAppOTP", "Ctx": "x", "AdditionalAuthData": "123456"]
      case "another method": ["AuthMethodId": "FidoKey", "Ctx": .string(context), "AdditionalAuthData": "123456"]
      case "no JSON": "x"
      default: ["AuthMethodId": "PhoneAppOTP", "Ctx": .string(context), "AdditionalAuthData": "123456"]
      }
    let answer = try Self.ask(which == "another browser" ? nil : browser, test, "/common/SAS/EndAuth", question)
    expectEqual(answer["Success"], false)
    try expectEqual(browser.submit().pageCode, 500_121, "nothing was proved")
  }
}
