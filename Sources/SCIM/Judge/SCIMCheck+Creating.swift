import Bytes
import HTTPWire
import JSON

/// C: new users.
extension SCIMCheck {
  static let creating: [SCIMCheck] = [
    SCIMCheck(
      "C1", .entra, "A user with all attributes of the default mapping is made",
      passes: "201 with an id. What the server does not know it may drop.", rule: "RFC 7644 §3.3",
      entra: .observed("The user is not made, and tried again until 28 days are over."), bugs: [18]
    ) { bench in
      let answer = try bench.post(SCIMBody.user(bench.rows(bench.judge.nextName(), .full)))
      try bench.isMade(answer)
    },
    SCIMCheck(
      "C2", .fragile, "The enterprise extension is kept",
      passes: "department comes back, at least when /Schemas names the extension.", rule: "RFC 7643 §4.3",
      entra: .chosen("It sends department again whenever the user is looked at."), bugs: [34]
    ) { bench in
      let rows = bench.rows(bench.judge.nextName(), .full)
      let answer = try bench.post(SCIMBody.user(rows))
      let path = "\(SCIMNames.enterpriseUser):department"
      guard let made = try? answer.resource() else {
        let plain = rows.filter { $0.path.schema == nil }.map { row in
          row.path.description == "userName" ? SCIMValue(row.path, .string("x\(row.value.string ?? "")")) : row
        }
        guard (try? bench.post(SCIMBody.user(plain)).resource()) != nil else {
          throw CheckEnd.skipped("No such user can be made: see C1.")
        }
        throw CheckEnd.wrong("The extension is refused: \(answer.status)\(JudgeBench.reason(answer)).")
      }
      let resource = try bench.get(JudgeUser(id: made.id, rows: rows))
      if bench.value(resource, path) == "Retail" { return }
      let schemas = try bench.send(SCIMRequest(method: "GET", path: "/Schemas"))
      if schemas.isSuccess, schemas.text.firstPlace(of: SCIMNames.enterpriseUser) != nil {
        throw CheckEnd.untrue(
          "/Schemas names the extension, and department is \(bench.value(resource, path)?.text ?? "absent").")
      }
      bench.warn(unless: false, "The server keeps no department.")
    },
    SCIMCheck(
      "C3", .entra, "A user with userName, externalId, active and displayName alone is made", passes: "201 with an id.",
      rule: "RFC 7644 §3.3", entra: .documented("Attributes without a value are not sent. The user is not made."),
      bugs: [34]
    ) { bench in try bench.isMade(bench.post(SCIMBody.user(bench.rows(bench.judge.nextName(), .small)))) },
    SCIMCheck(
      "C4", .fragile, "An empty list of roles comes, and values that are null", passes: "201.", rule: "RFC 7643 §2.5",
      entra: .documented("Samples of the older service send both.")
    ) { bench in
      var form = SCIMForm()
      form.emptyRoles = true
      try bench.isMade(bench.post(SCIMBody.user(bench.rows(bench.judge.nextName(), .small), form: form)))
      var body = SCIMBody.user(bench.rows(bench.judge.nextName(), .small))
      for name in ["addresses", "phoneNumbers", "title"] { body[name] = .null }
      body[SCIMNames.enterpriseUser] = ["department": .null, "manager": .null]
      try bench.isMade(bench.post(body))
    },
    SCIMCheck(
      "C5", .security, "A user is made inactive", passes: "201, and active stays false.", rule: "RFC 7643 §4.1.1",
      entra: .chosen("It does not look at the answer. Somebody who must not come in has an account.")
    ) { bench in
      let rows = bench.rows(bench.judge.nextName(), .small).map {
        $0.path.description == "active" ? SCIMValue($0.path, false) : $0
      }
      let made = try bench.isMade(bench.post(SCIMBody.user(rows)))
      let found = try bench.get(JudgeUser(id: made.id, rows: rows)).isActive
      if found != false {
        throw CheckEnd.untrue("The user was made with active false, and active is \(JudgeBench.word(found)).")
      }
    },
    SCIMCheck(
      "C6", .entra, "The same user is made again",
      passes: "409 with scimType uniqueness; the first one stays as it is.", rule: "RFC 7644 §3.3, §3.12",
      entra: .observed("It reports a conflict and begins with the filter the next time."), bugs: [33]
    ) { bench in
      let user = try bench.user()
      let before = try bench.get(user)
      var rows = user.rows
      for index in rows.indices where rows[index].path.description == "displayName" {
        rows[index].value = "Somebody Else"
      }
      let answer = try bench.post(SCIMBody.user(rows))
      try bench.expect(answer.status == 409, "It answers \(answer.status)\(JudgeBench.reason(answer)).")
      try bench.expect(
        answer.scimType == "uniqueness", "The 409 has \(answer.scimType.map { "scimType \($0)" } ?? "no scimType").")
      try bench.isSame(user, as: before)
    },
    SCIMCheck(
      "C7", .entra, "A new user is read",
      passes: "schemas, id as text, active as a boolean, meta.resourceType, and all values unchanged.",
      rule: "RFC 7643 §3, RFC 7644 §3.1",
      entra: .observed(
        "What is not returned as it was sent is sent again each time; what cannot be read fails the entry."),
      bugs: [2, 11, 15]
    ) { bench in
      let user = try bench.user(.full)
      let answer = try bench.send(.read(.users, user.id))
      let resource = try bench.get(user)
      try bench.expect(
        resource.object.member("schemas")?.array?.contains(.string(SCIMNames.user)) == true,
        "schemas does not name the user's schema.")
      try bench.expect(!resource.advice.contains(.idAsNumber), "id is a number.")
      let active = resource.object.member("active")
      try bench.expect(active != nil, "active is not returned.")
      try bench.expect(active == true, "active is \(active?.text ?? "") and not the boolean true.")
      try bench.expect(
        resource.object.member("meta")?.object?.member("resourceType") == "User", "meta.resourceType is not User.")
      for row in user.rows {
        let found = row.path.value(in: resource.object)
        try bench.expect(
          found == nil || found == row.value,
          "\(row.path) was sent as \(row.value.text) and comes back as \(found?.text ?? "").")
      }
      try bench.expect(bench.value(resource, "userName") != nil, "userName is not returned.")
      bench.warn(unless: bench.value(resource, "displayName") != nil, "displayName is not returned.")
      bench.warn(unless: bench.value(resource, "externalId") != nil, "externalId is not returned.")
      guard let place = resource.object.member("meta")?.object?.member("location")?.string ?? answer.fields["Location"]
      else {
        return bench.warn(unless: false, "meta.location is not returned.")
      }
      let base = bench.judge.client.tenant.base
      let path = place.hasPrefix(base) ? String(place.dropFirst(base.count)) : nil
      let isThere = try path.map { try bench.send(SCIMRequest(method: "GET", path: $0)).status == 200 } ?? false
      bench.warn(unless: isThere, "meta.location is \(place), where the user cannot be read.")
    },
  ]
}

extension JudgeBench {
  /// Sees that nobody has changed a user meanwhile.
  func isSame(_ user: JudgeUser, as before: SCIMResource) throws(CheckEnd) {
    let now = try get(user)
    for path in ["userName", "displayName", "externalId", "active"] where value(now, path) != value(before, path) {
      let texts = (value(before, path)?.text ?? "absent", value(now, path)?.text ?? "absent")
      throw .untrue("\(path) of the first user was \(texts.0), and is \(texts.1).")
    }
  }

  @discardableResult
  func isMade(_ answer: SCIMAnswer) throws(CheckEnd) -> SCIMResource {
    try accepted(answer)
    warn(unless: answer.status == 201, "It answers \(answer.status) and not 201.")
    do throws(SCIMReadError) { return try answer.resource() } catch {
      throw .wrong("The new resource cannot be read: \(Self.text(error)).")
    }
  }
}
