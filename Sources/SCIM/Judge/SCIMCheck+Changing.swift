import Bytes
import JSON

private let mail = "emails[type eq \"work\"].value"
private let mobile = "phoneNumbers[type eq \"mobile\"].value"
private let department = "\(SCIMNames.enterpriseUser):department"
private let refused = SCIMCheck.Effect.observed(
  "Nothing of the change counts: the entry fails, and is tried again for 28 days.")

/// D and E: changes of users.
extension SCIMCheck {
  static let changing: [SCIMCheck] = [
    SCIMCheck(
      "D1", .entra, inBoth: true, "One text is replaced", passes: "200 or 204, and the new value is read.",
      rule: "RFC 7644 §3.5.2.3", entra: .observed("Every change of a user fails, the disabling too."), bugs: [31]
    ) { bench in
      let user = try bench.user()
      try bench.change(user, [SCIMOperation(.replace, "displayName", "Another Name")])
      try bench.sees(user, "displayName", "Another Name")
    },
    SCIMCheck(
      "D2", .entra, inBoth: true, "userName is replaced",
      passes: "The same id, found by the new name alone, and active as before.", rule: "RFC 7644 §3.5.2.3",
      entra: .observed("It finds the wrong user, or nobody, the next time."), bugs: [12]
    ) { bench in
      var user = try bench.user()
      let old = user.userName
      user.userName = "new-\(old)"
      try bench.change(user, [SCIMOperation(.replace, "userName", .string(user.userName))])
      let state = try bench.state(user)
      try bench.sees(state, "userName", user.userName)
      try bench.expect(state.isActive != false, "The user is not active any more.")
      try bench.expect(
        try bench.judge.findsUsers == false || bench.find("userName", old).resources.isEmpty,
        "The old name finds a user, too.")
    },
    SCIMCheck(
      "D3", .entra, inBoth: true, "Six values are replaced at once",
      passes: "All of them, and other parts of name stay.", rule: "RFC 7644 §3.5.2", entra: refused
    ) { bench in
      let user = try bench.user(.full)
      let number = "\(SCIMNames.enterpriseUser):employeeNumber"
      let values = [
        ("displayName", "Pvlo"), (mail, "new-\(user.userName)"), ("name.givenName", "Pia"), ("name.familyName", "Vlo"),
        ("externalId", "new-\(user.text("externalId"))"), (number, "9"),
      ]
      let differences = values.compactMap { row in SCIMPath(row.0).map { SCIMDifference($0, .string(row.1), old: "") } }
      try bench.change(user, SCIMOperation.operations(for: differences, form: bench.form))
      let state = try bench.state(user)
      for (path, value) in values { try bench.sees(state, path, value) }
      try bench.sees(state, "name.formatted", user.text("name.formatted"))
    },
    SCIMCheck(
      "D4", .entra, inBoth: true, "A mail address is replaced by a path with a filter",
      passes: "The new address, and one for work.", rule: "RFC 7644 §3.5.2.3", entra: refused, bugs: [16]
    ) { bench in
      let user = try bench.user(.medium)
      try bench.change(user, [SCIMOperation(.replace, mail, .string("new-\(user.userName)"))])
      let state = try bench.state(user)
      try bench.sees(state, mail, "new-\(user.userName)")
      try bench.has(one: "emails", "work", in: state)
    },
    SCIMCheck(
      "D5", .entra, inBoth: true, "An element that is not there is replaced, beside other operations",
      passes: "The element is made with its type, and the others count. (The RFC would have 400 noTarget.)",
      rule: "RFC 7644 §3.5.2.3",
      entra: .observed("Nothing of the change counts, and active of the same change neither."), bugs: [12, 28]
    ) { bench in
      let user = try bench.user()
      try bench.change(
        user, [SCIMOperation(.replace, mobile, "+49 170 1"), SCIMOperation(.replace, "displayName", "Another Name")])
      try bench.made(mobile, "+49 170 1", of: user)
    },
    SCIMCheck(
      "D6", .entra, inBoth: true, "An element that is not there is added by a path with a filter",
      passes: "The element is made with its type, and the others count.", rule: "RFC 7644 §3.5.2.1",
      entra: .observed("It sends the element again each time."), bugs: [24]
    ) { bench in
      let user = try bench.user()
      try bench.change(
        user, [SCIMOperation(.add, mobile, "+49 170 1"), SCIMOperation(.replace, "displayName", "Another Name")])
      try bench.made(mobile, "+49 170 1", of: user)
    },
    SCIMCheck(
      "D7", .entra, "Six parts of one address are added", passes: "One element with all six.",
      rule: "RFC 7644 §3.5.2.1", entra: .observed("Addresses multiply with each change."), bugs: [24]
    ) { bench in
      let user = try bench.user()
      let values = bench.rows("x-1", .full).filter { $0.path.attribute == "addresses" }
      try bench.change(user, values.map { SCIMOperation(.add, $0.path.description, $0.value) })
      let state = try bench.state(user)
      for row in values { try bench.sees(state, row.path.description, row.value.string ?? "") }
      if bench.value(state, "addresses") != nil { try bench.has(one: "addresses", "work", in: state) }
    },
    SCIMCheck(
      "D8", .entra, "A text that has a value is added", passes: "The value is replaced.", rule: "RFC 7644 §3.5.2.1",
      entra: .observed("It sends Add for what the server did not return.")
    ) { bench in
      let user = try bench.user()
      try bench.change(user, [SCIMOperation(.add, "displayName", "Another Name")])
      try bench.sees(user, "displayName", "Another Name")
    },
    SCIMCheck(
      "D9", .fragile, inBoth: true, "An attribute of the extension is replaced",
      passes: "department changes in the extension.", rule: "RFC 7644 §3.10",
      entra: .documented("It writes the extension's URN, a colon and the name."), bugs: [16, 34]
    ) { bench in
      let user = try bench.user(.full)
      try bench.change(user, [SCIMOperation(.replace, department, "Wholesale")])
      try bench.sees(user, department, "Wholesale")
    },
    SCIMCheck(
      "D10", .entra, inBoth: true, "A manager comes as a text",
      passes: "2xx, and manager.value of the extension is the id.", rule: "RFC 7643 §4.3",
      entra: .observed("The manager is never set, and the entry fails each time."), bugs: [25]
    ) { bench in
      let users = try bench.users(3)
      for (index, isMissing) in [(1, true), (2, false)] {
        try bench.change(users[0], [.manager(users[index].id, isMissing: isMissing, form: bench.form)])
        try bench.hasManager(users[0], users[index])
      }
    },
    SCIMCheck(
      "D11", .entra, inBoth: true, "A manager goes",
      passes: "No manager; and while there is one, nothing is left to send.", rule: "RFC 7643 §4.3",
      entra: .observed("A manager at another place is sent again at each synchronization; an old one stays."),
      bugs: [25, 26]
    ) { bench in
      let users = try bench.users(2)
      func set() throws { try bench.change(users[0], [.manager(users[1].id, isMissing: true, form: bench.form)]) }
      try set()
      guard let path = SCIMPath(SCIMNames.manager) else { return }
      let isKept = try bench.hasManager(users[0], users[1])
      if isKept {
        for _ in 0..<2 {
          let left = try bench.get(users[0]).differences(to: users[0].rows + [SCIMValue(path, .string(users[1].id))])
          try bench.expect(
            left.isEmpty, "It would be sent again: \(left.map(\.path.description).joined(separator: ", ")).")
        }
      }
      let empty: [(JSONValue, isSent: Bool)] = [
        (bench.op(bench.word(.replace), SCIMNames.manager, ""), true),
        (bench.op(bench.word(.replace), SCIMNames.manager, ["value": ""]), false),
        (bench.op(bench.word(.remove), SCIMNames.manager), true),
      ]
      for (operation, isSent) in empty {
        let answer = try bench.ask(users[0], [operation])
        guard answer.isSuccess || isSent else {
          bench.warn(unless: false, "{\"value\":\"\"} is refused: \(answer.status)\(JudgeBench.reason(answer)).")
          continue
        }
        try bench.accepted(answer)
        let left = try bench.value(bench.get(users[0]), SCIMNames.manager)
        guard left == nil || left == "" else {
          throw CheckEnd.untrue("The change was accepted, and the manager is still \(left?.text ?? "").")
        }
        try set()
      }
    },
    SCIMCheck(
      "D12", .security, inBoth: true, "Roles come in each of their forms",
      passes: "2xx, and the role is taken or is seen not to be there.", rule: "RFC 7643 §4.1.2",
      entra: .observed("It counts a 200 as done. A role that was taken away stays, or a new one is never there."),
      bugs: [6, 41]
    ) { bench in
      let user = try bench.user()
      func role(_ name: String) -> JSONValue {
        ["primary": false, "type": .string(SCIMNames.roleType), "display": .string(name), "value": .string(name)]
      }
      let single: JSONValue = ["primary": true, "type": .string(SCIMNames.roleType), "value": "Admin"]
      let text = "{\"id\":\"\(bench.judge.randomName())\",\"value\":\"Admin\",\"displayName\":\"Admin\"}"
      let added: JSONValue = bench.form.dialect == .standard ? ["value": .string(text)] : single
      try bench.change(user, [SCIMOperation(.add, "roles", [added])])
      try bench.hasRoles(user, has: "Admin")
      try bench.change(user, [SCIMOperation(.replace, "roles", [role("Reader"), role("Writer")])])
      try bench.hasRoles(user, has: "Writer")
      try bench.change(user, [SCIMOperation(.replace, "roles", [role("Reader")])])
      try bench.hasRoles(user, has: "Reader", hasNot: "Writer")
    },
    SCIMCheck(
      "D13", .entra, "externalId is added to a user that has none",
      passes: "It is kept, and a filter finds the user by it.", rule: "RFC 7643 §3.1",
      entra: .observed("It links a user that was there before so. Without it the change fails each time.")
    ) { bench in
      let user = try bench.user(without: "externalId")
      let externalID = bench.judge.nextName()
      try bench.change(user, [SCIMOperation(.add, "externalId", .string(externalID))])
      try bench.sees(user, "externalId", externalID)
      try bench.finds(user.id, bench.find("externalId", externalID))
    },
    SCIMCheck(
      "D14", .fragile, "A path comes that there is not",
      passes: "400 with scimType invalidPath, or a body that does not claim the value.", rule: "RFC 7644 §3.5.2",
      entra: .observed("It counts a 200 as done."), bugs: [7]
    ) { bench in
      let user = try bench.user()
      let answer = try bench.ask(user, [bench.op("Replace", "frobnication", "xyzzy")])
      guard answer.isSuccess else {
        try bench.expect(answer.status == 400, "It answers \(answer.status).")
        return bench.warn(
          unless: answer.scimType == "invalidPath",
          "The 400 has \(answer.scimType ?? "no scimType") and not invalidPath.")
      }
      let claims = answer.json?["frobnication"] != nil
      try bench.expect(
        !claims || bench.value(bench.get(user), "frobnication") != nil, "The answer has the value, and GET has it not.")
    },
    SCIMCheck(
      "D15", .fragile, "An operation comes that there is not", passes: "400.", rule: "RFC 7644 §3.12",
      entra: .documented("It tries a 500 again, and shows it as the server's fault."), bugs: [37]
    ) { bench in
      let user = try bench.user()
      let answer = try bench.ask(user, [bench.op("Frobnicate", "displayName", "x")])
      try bench.expect(answer.status == 400, "It answers \(answer.status).")
    },
    SCIMCheck(
      "D16", .entra, "Operations come in each letter case, before schemas, and twice", passes: "The same result.",
      rule: "RFC 7644 §3.5.2",
      entra: .observed("It writes Replace, and replace with the flag; either member comes first.")
    ) { bench in
      let user = try bench.user()
      for word in ["Replace", "replace", "REPLACE"] {
        try bench.patch(user, bench.op(word, "displayName", .string("By \(word)")))
        try bench.sees(user, "displayName", "By \(word)")
      }
      var form = bench.form
      form.bodyOrder = .operations
      for _ in 0..<2 {
        try bench.accepted(
          bench.send(.change(.users, user.id, [SCIMOperation(.replace, "displayName", "Before")], form: form)))
        try bench.sees(user, "displayName", "Before")
      }
    },
  ]

  static let pathless: [SCIMCheck] = [
    SCIMCheck(
      "E1", .entra, "An object with dotted names is replaced", passes: "All values, and other parts of name stay.",
      rule: "RFC 7644 §3.5.2.3",
      entra: .observed("With aadOptscim062020 several values come so. A 200 that passes them over is never looked at."),
      bugs: [27]
    ) { bench in
      let user = try bench.user(.medium)
      try bench.patch(
        user, bench.op("replace", nil, ["displayName": "Pvlo", "name.givenName": "Pia", "name.familyName": "Vlo"]))
      let state = try bench.state(user)
      for (path, value) in [("displayName", "Pvlo"), ("name.givenName", "Pia"), ("name.familyName", "Vlo")] {
        try bench.sees(state, path, value)
      }
      try bench.sees(state, "name.formatted", user.text("name.formatted"))
    },
    SCIMCheck(
      "E2", .entra, "An object with a URN as name comes beside a path with a filter", passes: "All values.",
      rule: "RFC 7644 §3.10",
      entra: .documented("With aadOptscim062020 paths with a filter come first, and all others as one object."),
      bugs: [27]
    ) { bench in
      let user = try bench.user(.full)
      try bench.patch(
        user, bench.op("replace", mail, .string("new-\(user.userName)")),
        bench.op("replace", nil, ["displayName": "Pvlo", department: "Wholesale"]))
      let state = try bench.state(user)
      for (path, value) in [(mail, "new-\(user.userName)"), ("displayName", "Pvlo"), (department, "Wholesale")] {
        try bench.sees(state, path, value)
      }
    },
    SCIMCheck(
      "E3", .security, "active comes in an object without a path", passes: "Off, and on again.",
      rule: "RFC 7644 §3.5.2.3",
      entra: .observed("The hosted validator sends it so, and the service beside other values.")
    ) { bench in
      let user = try bench.user()
      try bench.patch(user, makes: false, bench.op("replace", nil, ["active": false]))
      try bench.patch(user, makes: true, bench.op("replace", nil, ["active": true]))
    },
  ]
}

extension JudgeBench {
  /// Sees that an attribute has one element of that type.
  func has(one attribute: String, _ type: String, in resource: SCIMResource) throws(CheckEnd) {
    let elements = resource.object.member(attribute)?.array ?? []
    let count = elements.count { $0.object?.member("type")?.string?.lowercased() == type }
    guard count == 1 || elements.isEmpty else { throw .untrue("\(attribute) has \(count) elements for \(type).") }
  }

  /// Sees that an element was made, and that the operation beside it counts.
  func made(_ path: String, _ value: String, of user: JudgeUser) throws(CheckEnd) {
    let state = try state(user)
    try sees(state, "displayName", "Another Name")
    try sees(state, path, value)
  }

  /// Sees the manager at its place. False for a server that keeps none.
  @discardableResult
  func hasManager(_ user: JudgeUser, _ manager: JudgeUser) throws(CheckEnd) -> Bool {
    let resource = try get(user)
    let found = value(resource, SCIMNames.manager)
    if found == .string(manager.id) { return true }
    if found == nil, JSONValue.object(resource.object).text.firstPlace(of: "\"\(manager.id)\"") == nil {
      warn(unless: false, "The server keeps no manager.")
      return false
    }
    throw .untrue("The change was accepted, and manager.value of the extension is \(found?.text ?? "absent").")
  }

  func hasRoles(_ user: JudgeUser, has: String, hasNot: String? = nil) throws(CheckEnd) {
    let answer = exchanges.last.flatMap { try? JSONValue.parse($0.answer) }
    let (claimed, found) = (answer?["roles"]?.text ?? "", try get(user).object.member("roles")?.text ?? "")
    func tells(_ text: String, _ role: String) -> Bool { text.firstPlace(of: role) != nil }
    if let hasNot, tells(found, hasNot) { throw .untrue("The role \(hasNot) was taken away, and is still there.") }
    if tells(found, has) { return }
    if tells(claimed, has) { throw .untrue("The answer shows the role \(has), and GET does not.") }
    warn(
      unless: remarks.contains { $0.firstPlace(of: "roles") != nil },
      "The change was accepted, and the server keeps no roles.")
  }
}
