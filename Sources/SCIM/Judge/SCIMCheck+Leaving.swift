import JSON

private let stays = SCIMCheck.Effect.observed(
  "It counts a 2xx as done and does not look again; it tries what is refused for 28 days. The leaver comes in.")

/// F: users who leave, and come back.
extension SCIMCheck {
  static let leaving: [SCIMCheck] = [
    SCIMCheck(
      "F1", .security, "Replace with the text \"False\" disables", passes: "active is false, by id and by filter.",
      rule: "Microsoft: known issues and resolutions with SCIM 2.0 protocol compliance", entra: stays,
      bugs: [1, 6, 13, 17]
    ) { bench in try bench.patch(bench.user(), makes: false, bench.op("Replace", "active", "False")) },
    SCIMCheck(
      "F2", .security, "Replace with the boolean false disables", passes: "active is false, by Replace and by replace.",
      rule: "RFC 7644 §3.5.2.3", entra: stays, bugs: [5, 7]
    ) { bench in
      for word in ["Replace", "replace"] {
        try bench.patch(bench.user(), makes: false, bench.op(word, "active", false))
      }
    },
    SCIMCheck(
      "F3", .security, "Add with the text \"False\" disables", passes: "active is false, by id and by filter.",
      rule: "RFC 7644 §3.5.2.1",
      entra: .observed("It sends Add where the server does not return active."), bugs: [2]
    ) { bench in try bench.patch(bench.user(), makes: false, bench.op("Add", "active", "False")) },
    SCIMCheck(
      "F4", .security, "The texts \"false\" and \"FALSE\" come",
      passes: "active is false, or 400; never 2xx and active.", rule: "RFC 7643 §2.3.2",
      entra: .observed("A constant in a mapping reaches the server so."), bugs: [30]
    ) { bench in
      for text in ["false", "FALSE"] {
        let user = try bench.user()
        let answer = try bench.send(JudgeBench.patch(.users, user.id, [bench.op("Replace", "active", .string(text))]))
        if answer.isSuccess {
          try bench.sees(user, active: false)
        } else {
          bench.warn(unless: false, "\"\(text)\" is refused: \(answer.status)\(JudgeBench.reason(answer)).")
        }
      }
    },
    SCIMCheck(
      "F5", .security, "A user is disabled and renamed at once", passes: "The right user is off, in both orders.",
      rule: "RFC 7644 §3.5.2",
      entra: stays, bugs: [9]
    ) { bench in
      for isFirst in [true, false] {
        var user = try bench.user(.medium)
        user.userName = "left-\(user.userName)"
        let off = bench.op("Replace", "active", "False")
        var operations = [
          bench.op("Replace", "userName", .string(user.userName)),
          bench.op("Replace", "emails[type eq \"work\"].value", .string(user.userName)),
        ]
        operations.insert(off, at: isFirst ? 0 : 2)
        try bench.accepted(bench.send(JudgeBench.patch(.users, user.id, operations)))
        try bench.sees(user, active: false)
      }
    },
    SCIMCheck(
      "F6", .entra, "A user is disabled twice", passes: "2xx both times.", rule: "RFC 7644 §3.5.2",
      entra: .chosen("The second one fails, and is tried again for 28 days.")
    ) { bench in
      let user = try bench.user()
      for _ in 0..<2 { try bench.patch(user, makes: false, bench.op("Replace", "active", "False")) }
    },
    SCIMCheck(
      "F7", .entra, "A user comes back", passes: "active is true again, by \"True\" and by true, with the same id.",
      rule: "RFC 7644 §3.5.2.3",
      entra: .documented("It sends active for a user that it knows, and makes no new one."), bugs: [10]
    ) { bench in
      for value in ["True", true] as [JSONValue] {
        let user = try bench.user()
        try bench.disable(user)
        try bench.patch(user, makes: true, bench.op("Replace", "active", value))
      }
    },
    SCIMCheck(
      "F8", .entra, "Add with \"True\" comes to an active user", passes: "2xx, and nothing changes.",
      rule: "RFC 7644 §3.5.2.1",
      entra: .observed("A server that never returns active gets it in each cycle."), bugs: [11]
    ) { bench in try bench.patch(bench.user(), makes: true, bench.op("Add", "active", "True")) },
    SCIMCheck(
      "F9", .security, "The body of a change says the state", passes: "active is what was sent, and what GET says.",
      rule: "RFC 7644 §3.5.2",
      entra: .observed("It does not read the body. People and other clients do."), bugs: [5, 6, 12]
    ) { bench in
      let user = try bench.user()
      let steps: [(String, JSONValue, Bool)] = [
        ("Replace", "False", false), ("Replace", "True", true), ("Replace", false, false), ("replace", true, true),
        ("Add", "False", false),
        ("Add", "True", true),
      ]
      for (word, value, isActive) in steps {
        let answer = try bench.send(JudgeBench.patch(.users, user.id, [bench.op(word, "active", value)]))
        guard answer.status == 200, let said = SCIMResource.flag(answer.json?["active"]) else { continue }
        let found = try bench.get(user).isActive
        let text = "After \(word) \(value.text) the answer says active \(said), and GET says \(JudgeBench.word(found))."
        if said != isActive || found != isActive { throw CheckEnd.untrue(text) }
      }
    },
    SCIMCheck(
      "F10", .security, "A disabled user is out", passes: "The command lets the user in before, and not after.",
      rule: "the point of it all",
      entra: .observed("It knows nothing of sessions, keys and tokens that the product gave out."), bugs: [8, 13]
    ) { bench in
      guard let access = bench.judge.order.access else { throw CheckEnd.skipped("No --access was given.") }
      let user = try bench.user(.full)
      try bench.expect(
        try access(user.id, user.userName), "The command lets the user not in before, so it says nothing.")
      try bench.disable(user)
      try bench.expect(try !access(user.id, user.userName), "The user is disabled, and is let in.")
    },
    SCIMCheck(
      "F11", .security, "A user is disabled together with all other attributes",
      passes: "active is false, by Add and by Replace.",
      rule: "RFC 7644 §3.5.2", entra: .observed("One attribute that is refused takes the disabling with it."),
      bugs: [13, 18, 40]
    ) { bench in
      _ = try bench.keeps("active")
      for (word, extent) in [("Add", JudgeBench.Extent.small), ("Replace", .full)] {
        let user = try bench.user(extent)
        let others = bench.rows(bench.judge.nextName(), .full).filter {
          !["active", "userName"].contains($0.path.description)
        }
        let off = bench.op("Replace", "active", "False")
        let answer = try bench.send(
          JudgeBench.patch(.users, user.id, [off] + others.map { bench.op(word, $0.path.description, $0.value) }))
        if !answer.isSuccess, case .some(.none) = bench.judge.fullUser {
          bench.warn(
            unless: false,
            "It answered \(answer.status), as it refuses such a user (C1): the mapping has to be trimmed.")
          continue
        }
        try bench.accepted(answer)
        try bench.sees(user, active: false)
      }
    },
    SCIMCheck(
      "F12", .security, "A user is deleted",
      passes: "204; then 404 by id, nobody by filter, and 404 for a second DELETE.", rule: "RFC 7644 §3.6",
      entra: .documented("It deletes 30 days after the account went. What is left is found by nobody.")
    ) { bench in
      let user = try bench.user()
      let answer = try bench.accepted(bench.send(.delete(.users, user.id)))
      bench.warn(unless: answer.status == 204, "It answers \(answer.status) and not 204.")
      let status = try bench.send(.read(.users, user.id)).status
      try bench.expect(status == 404, "GET of the deleted user answers \(status).")
      try bench.expect(
        bench.find("userName", user.userName).resources.isEmpty, "The filter still finds the deleted user.")
      let second = try bench.send(.delete(.users, user.id)).status
      bench.warn(unless: second == 404, "A second DELETE answers \(second) and not 404.")
      try bench.expect(second < 500, "A second DELETE answers \(second).")
    },
    SCIMCheck(
      "F13", .entra, "A deleted user is made again", passes: "201; the old access does not come back.",
      rule: "RFC 7644 §3.3",
      entra: .chosen("A new account of the same name is a new user. A 409 stands until somebody tidies up.")
    ) { bench in
      let user = try bench.user()
      let group = bench.judge.order.usersOnly ? nil : try? bench.group([user])
      try bench.accepted(bench.send(.delete(.users, user.id)))
      let made = try bench.isMade(bench.post(SCIMBody.user(user.rows)))
      try bench.expect(
        try bench.get(JudgeUser(id: made.id, rows: user.rows)).isActive != false,
        "The user that was made again is not active.")
      guard let group else { return }
      bench.warn(
        unless: try !bench.members(group).contains(made.id),
        "The user that was made again is in the group of the old one.")
    },
  ]
}

extension JudgeBench {
  /// Disables a user by whatever form does it: which ones do is the question of other checks.
  func disable(_ user: JudgeUser) throws(CheckEnd) {
    for operation in [
      op("Replace", "active", "False"), op("replace", "active", false), op("replace", nil, ["active": false]),
    ] {
      try send(Self.patch(.users, user.id, [operation]))
      if try get(user).isActive == false { return }
    }
    throw .skipped("The user cannot be disabled: see F1 and F2.")
  }
}
