import Bytes
import JSON

/// A: the test of the connection, which opens every cycle, too.
extension SCIMCheck {
  static let connecting: [SCIMCheck] = [
    SCIMCheck(
      "A1", .entra, reads: true, "A user that nobody has is asked for",
      passes: "200 with a ListResponse whose totalResults is 0.", rule: "RFC 7644 §3.4.2",
      entra: .observed("The test of the connection fails, and provisioning goes into quarantine at once."), bugs: [14]
    ) { bench in try bench.findsNobody(bench.probe(.users), by: bench.named) },
    SCIMCheck(
      "A2", .entra, reads: true, "A group that nobody has is asked for",
      passes: "200 with a ListResponse whose totalResults is 0.", rule: "RFC 7644 §3.4.2",
      entra: .observed("The test of the connection fails, also where users alone are mapped."), bugs: [14, 35]
    ) { bench in
      let answer = try bench.send(bench.probe(.groups), by: bench.named)
      if bench.judge.order.usersOnly, answer.status == 404 || answer.status == 501 {
        return bench.warn(unless: false, "The server has no groups.")
      }
      try bench.isEmptyList(answer)
    },
    SCIMCheck(
      "A3", .entra, reads: true, "The same comes without a User-Agent and with Adscimversion",
      passes: "The same answer.", rule: "RFC 9110 §10.1.5",
      entra: .observed("It sends no User-Agent. What stands before the server refuses each request."), bugs: [17]
    ) { bench in
      do { try bench.findsNobody(bench.probe(.users)) } catch let end as CheckEnd {
        // The other checks are about the server behind it.
        if case .wrong = end, (try? bench.findsNobody(bench.probe(.users), by: bench.named)) != nil {
          bench.judge.client = bench.named
        }
        throw end
      }
    },
    SCIMCheck(
      "A4", .security, reads: true, "A wrong token comes, and none",
      passes: "401 twice, without resources, redirect or HTML.", rule: "RFC 7644 §2, §3.12",
      entra: .observed(
        "A login page in the place of a 401 fails the test of the connection, with a text that hides the cause."),
      bugs: [15]
    ) { bench in
      guard bench.judge.order.client.token != nil else { throw CheckEnd.skipped("No token was given.") }
      for token in [bench.judge.randomName(), nil] {
        var client = bench.judge.client
        client.token = token
        let (answer, what) = (
          try bench.send(bench.probe(.users), by: client), token == nil ? "no token" : "a wrong token"
        )
        try bench.expect(answer.json?["Resources"]?.array?.isEmpty != false, "With \(what) it shows resources.")
        try bench.expect(answer.redirects.isEmpty && !(300..<400 ~= answer.status), "With \(what) it redirects.")
        try bench.expect(!answer.isHTML, "With \(what) it answers with HTML.")
        try bench.expect(answer.status == 401, "With \(what) it answers \(answer.status).")
      }
    },
    SCIMCheck(
      "A6", .entra, reads: true, "Values with signs come as a form encodes them",
      passes: "A blank as + and as %20 means the same, and + & ' and umlauts arrive as they are.",
      rule: "RFC 7644 §3.4.2.2",
      entra: .observed(
        "It writes a blank as + and a plus as %2b. A value that is read otherwise matches nobody, and a second user is made."
      )
    ) { bench in
      let value = "\(bench.judge.randomName())+a&b'ü@example.com"
      let plus = SCIMRequest.find(.users, filter: "userName eq \"\(value)\"")
      var blank = plus
      blank.query = plus.query.exchanging("+", for: "%20")
      for request in [plus, blank] { try bench.findsNobody(request) }
      guard !bench.judge.order.readOnly else { return }
      let name = bench.judge.nextName()
      let (rows, userName) = (bench.rows(name, .small), "\(name)+a'b@\(bench.judge.order.domain)")
      var body = SCIMBody.user(rows)
      body["userName"] = .string(userName)
      guard let made = try? bench.post(body).resource() else { return }
      let (first, second) = (
        try bench.find("userName", userName), try bench.find("userName", userName.exchanging("+", for: " "))
      )
      try bench.expect(first.resources.map(\.id) == [made.id], "\(userName) was made and is not found.")
      try bench.expect(second.resources.isEmpty, "The plus sign of the value counts as a blank.")
    },
    SCIMCheck(
      "A7", .entra, reads: true, "A token is granted by client credentials",
      passes: "200 with access_token and expires_in, by Basic credentials and in the form.", rule: "RFC 6749 §4.4",
      entra: .observed("Without a token nothing is sent."), bugs: [35]
    ) { bench in
      guard var request = bench.judge.order.tokenRequest else { throw CheckEnd.skipped("No token endpoint was given.") }
      for place in SCIMTokenRequest.Place.allCases {
        request.place = place
        let answer: SCIMAnswer
        do throws(SCIMFailure) { answer = try bench.judge.client.send(request, stop: bench.judge.stop) } catch {
          throw failureOf(error)
        }
        let what = "With the secret in the \(place.rawValue)"
        try bench.expect(answer.status == 200, "\(what) it answers \(answer.status)\(JudgeBench.reason(answer)).")
        guard let grant = SCIMTokenRequest.grant(in: answer) else {
          throw CheckEnd.wrong("\(what) there is no access_token.")
        }
        try bench.expect(grant.lifetime != nil, "\(what) there is no expires_in.")
      }
    },
  ]

  private static func failureOf(_ failure: SCIMFailure) -> CheckEnd {
    failure.kind == .stopped ? .stopped : .wrong("There is no answer. \(failure)")
  }

  /// It looks at the answers of all other checks, so it comes last.
  static let mediaType = SCIMCheck(
    "A5", .fragile, reads: true, "Answers say what they are", passes: "Every body is application/scim+json.",
    rule: "RFC 7644 §3.1",
    entra: .observed("The hosted validator stops at application/json; the service reads it."), bugs: [36]
  ) { bench in
    if bench.judge.mediaTypes.isEmpty { try bench.send(bench.probe(.users)) }
    for (type, exchange) in bench.judge.mediaTypes where type != SCIMRequest.scimType {
      let name = type.isEmpty ? "nothing" : type
      let text = "The answer to \(exchange.method) \(exchange.target) says \(name)."
      guard type == "application/json" else { throw CheckEnd.untrue(text) }
      bench.warn(unless: false, text)
    }
  }
}

extension JudgeBench {
  /// The client with a User-Agent, for what is asked before it is known whether the server wants one.
  var named: SCIMClient {
    var client = judge.client
    client.userAgent = "mockidp"
    return client
  }

  func probe(_ kind: SCIMKind) -> SCIMRequest {
    .find(kind, filter: "\(kind == .users ? "userName" : "displayName") eq \"\(judge.randomName())\"")
  }

  func findsNobody(_ request: SCIMRequest, by client: SCIMClient? = nil) throws(CheckEnd) {
    try isEmptyList(send(request, by: client))
  }

  func isEmptyList(_ answer: SCIMAnswer) throws(CheckEnd) {
    try expect(answer.redirects.isEmpty, "It redirects to \(answer.redirects.first ?? "").")
    let list = try list(answer)
    try expect(
      list.resources.isEmpty && list.total == 0,
      "It finds \(max(list.total, list.resources.count)) where there is nobody.")
    try expect(!list.advice.contains(.totalAsText), "totalResults is a text.")
  }
}
