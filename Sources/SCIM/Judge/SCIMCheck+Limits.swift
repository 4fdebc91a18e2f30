import HTTPWire
import JSON

/// H: what is asked of a server beside its answers.
extension SCIMCheck {
  static let limits: [SCIMCheck] = [
    SCIMCheck(
      "H1", .fragile, "25 requests a second come for four seconds",
      passes: "No 5xx; 429 with Retry-After.", rule: "Microsoft: gallery requirements",
      entra: .documented("A server in the gallery takes 25 requests a second of each tenant.")
    ) { bench in
      let lists = (0..<5).map { _ in (0..<20).map { _ in bench.probe(.users) } }
      let results = JudgeCrowd.send(
        lists, by: bench.judge.client, stamp: bench.judge.stamp, stop: bench.judge.stop, pause: .milliseconds(200))
      let pairs = zip(lists, results).flatMap { zip($0, $1) }
      for (request, result) in pairs {
        guard case .success(let answer) = result else {
          _ = try bench.note(request, result)
          return
        }
        let isFine = answer.status < 500 && (answer.status != 429 || answer.fields["Retry-After"] != nil)
        if !isFine { try bench.note(request, result) }
        try bench.expect(
          isFine, answer.status == 429 ? "A 429 has no Retry-After." : "One of 100 requests answered \(answer.status).")
      }
      if let (request, result) = pairs.last { try bench.note(request, result) }
    },
    SCIMCheck(
      "H2", .entra, "Unknown ids come, and what is not JSON",
      passes: "404 three times and 400, each with the Error schema and status as text.", rule: "RFC 7644 §3.12",
      entra: .documented("It reads a 404 as a user that is gone, and all else as a fault to try again."), bugs: [15]
    ) { bench in
      let id = bench.judge.randomName()
      let bad = SCIMRequest(method: "POST", path: "/Users", body: Array("{\"schemas\":".utf8))
      let requests: [(SCIMRequest, Int)] = [
        (.read(.users, id), 404), (JudgeBench.patch(.users, id, [bench.op("Replace", "active", "False")]), 404),
        (.delete(.users, id), 404),
        (bad, 400),
      ]
      for (request, status) in requests {
        let answer = try bench.send(request)
        let what = request.method == "POST" ? "POST of what is not JSON" : "\(request.method) of an unknown id"
        try bench.expect(answer.status == status, "\(what) answers \(answer.status).")
        try bench.expect(answer.json != nil, "\(what) answers with \(answer.isHTML ? "HTML" : "no JSON").")
        try bench.expect(
          answer.json?["schemas"]?.array?.contains(.string(SCIMNames.error)) == true,
          "The error of \(what) has not the Error schema.")
        try bench.expect(
          answer.json?["status"]?.string == String(status),
          "status in the error of \(what) is not the text \"\(status)\".")
      }
    },
    SCIMCheck(
      "H3", .fragile, "The second of two operations is bad", passes: "None of them counts.", rule: "RFC 7644 §3.5.2",
      entra: .chosen("It takes the whole change for one that failed.")
    ) { bench in
      let user = try bench.user()
      let operations = [bench.op("Replace", "displayName", "Half a Change"), bench.op("Frobnicate", "title", "x")]
      let answer = try bench.ask(user, operations)
      try bench.expect(!answer.isSuccess, "It answers \(answer.status).")
      let found = try bench.value(bench.get(user), "displayName")
      try bench.expect(found != "Half a Change", "It answers \(answer.status), and the first operation counts.")
    },
    SCIMCheck(
      "H4", .security, "Another customer's token comes with ids of the first one",
      passes: "404; an id in a POST does not count.", rule: "RFC 7644 §6",
      entra: .chosen("Each tenant has its own token and knows nothing of others."), bugs: [38]
    ) { bench in
      let user = try bench.user()
      let before = try bench.get(user)
      var body = SCIMBody.user(bench.rows(bench.judge.nextName(), .small))
      body["id"] = .string(user.id)
      if let made = try? bench.post(body).resource() {
        try bench.expect(made.id != user.id, "A POST with the id of another user overwrites it.")
      }
      try bench.isSame(user, as: before)
      guard let token = bench.judge.order.otherToken else {
        throw CheckEnd.skipped("No --other-token was given; an id in a POST does not count.")
      }
      var other = bench.judge.client
      other.token = token
      let requests: [SCIMRequest] = [
        .read(.users, user.id),
        JudgeBench.patch(.users, user.id, [bench.op("Replace", "displayName", "Somebody Else")]),
        .delete(.users, user.id),
      ]
      for request in requests {
        let status = try bench.send(request, by: other).status
        try bench.expect(!(200..<300 ~= status), "With the other token \(request.method) answers \(status).")
        bench.warn(unless: status == 404, "With the other token \(request.method) answers \(status) and not 404.")
      }
      let list = try bench.list(bench.send(.find(.users, filter: "userName eq \"\(user.userName)\""), by: other))
      try bench.expect(list.resources.isEmpty, "With the other token a filter finds the user.")
      try bench.isSame(user, as: before)
    },
  ]
}
