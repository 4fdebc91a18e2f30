import Expectations
import Testing

@testable import Directory

/// What a row of the store keeps of a customer's sign-in, in one list with the methods.
struct CustomerFactsTests {
  static let rows: [(list: String, methods: [String], customer: CustomerFacts?)] = [
    ("pwd", ["pwd"], nil), ("", [], nil), ("otp mfa", ["otp", "mfa"], nil),
    ("pwd mfa new flow:b2c_1_susi", ["pwd", "mfa"], CustomerFacts(flow: "b2c_1_susi", isNew: true)),
    ("flow:b2c_1_susi idp:google.com", [], CustomerFacts(flow: "b2c_1_susi", provider: "google.com")),
    ("idp:google.com", [], CustomerFacts(provider: "google.com")),
  ]

  @Test(arguments: rows) func aRowIsRead(_ list: String, _ methods: [String], _ customer: CustomerFacts?) {
    let read = CustomerFacts.read(list)
    expectEqual(read.methods, methods)
    expectEqual(read.customer, customer)
    expectEqual(CustomerFacts.list(methods, customer).joined(separator: " "), list)
  }

  @Test func factsThatSayNothingAddNothing() { expectEqual(CustomerFacts.list(["pwd"], CustomerFacts()), ["pwd"]) }

  @Test func aCodeAndASessionKeepThem() throws {
    let store = try Sample.store(in: Database())
    var code = Sample.code()
    code.signIn.customer = CustomerFacts(flow: "b2c_1_susi", provider: "google.com", isNew: true)
    try store.save(code, handle: "code")
    try expectEqual(store.code(handle: "code")?.signIn, code.signIn)
    var session = Sample.session(1)
    session.customer = CustomerFacts(provider: "google.com")
    try store.save(session, ofBrowser: "browser")
    try expectEqual(store.sessions(ofBrowser: "browser"), [session])
    expectEqual(session.facts.methods, session.methods)
  }
}
