import JSON

/// G: groups and their members.
extension SCIMCheck {
  static let groups: [SCIMCheck] = [
    SCIMCheck(
      "G1", .security, "A group comes without its members", passes: "No members, by id and by filter.",
      rule: "RFC 7644 §3.4.2.5",
      entra: .observed(
        "It takes the members that it sees for a list to replace: the group shrinks to those that changed."),
      bugs: [19, 21]
    ) { bench in
      let group = try bench.group(bench.users(3))
      let one = try bench.send(.read(.groups, group.id))
      try bench.expect(
        one.json?["members"]?.array?.isEmpty != false,
        "GET by id has \(one.json?["members"]?.array?.count ?? 0) members.")
      let list = try bench.list(bench.send(.find(.groups, filter: "displayName eq \"\(group.name)\"")))
      try bench.expect(list.resources.map(\.id) == [group.id], "The filter finds \(list.resources.count) groups.")
      try bench.expect(list.resources.allSatisfy { $0.members?.isEmpty != false }, "The filter's answer has members.")
    },
    SCIMCheck(
      "G2", .entra, "A group is made as Entra makes it", passes: "201 with an id, and no members.",
      rule: "RFC 7644 §3.3",
      entra: .documented("A second schema is Microsoft's own. The group is not made, and tried again for 28 days.")
    ) { bench in
      let body = bench.groupBody(bench.judge.nextName())
      let answer = try bench.post(.groups, body, named: body["displayName"]?.string ?? "")
      if bench.judge.order.usersOnly == false, answer.status == 404 || answer.status == 501 {
        throw CheckEnd.skipped("The server has no groups: it answered \(answer.status).")
      }
      let made = try bench.isMade(answer)
      try bench.has(JudgeGroup(id: made.id, name: ""), exactly: [])
    },
    SCIMCheck(
      "G3", .entra, inBoth: true, "Members are added", passes: "Each is in once, and others stay.",
      rule: "RFC 7644 §3.5.2.1",
      entra: .documented("It sends them once, and never looks again.")
    ) { bench in
      let users = try bench.users(4)
      let group = try bench.group([users[0]])
      let steps: [([Int], SCIMForm.MemberReference)] = [([1], .none), ([2, 3], .null), ([1], .none)]
      var there: Set<Int> = [0]
      for (added, reference) in steps {
        var form = bench.form
        form.memberRef = reference
        let operations = SCIMOperation.add(members: added.map { users[$0].id }, form: form)
        try bench.accepted(bench.send(.change(.groups, group.id, operations, form: form)))
        there.formUnion(added)
        try bench.has(group, exactly: there.map { users[$0] })
      }
    },
    SCIMCheck(
      "G4", .security, "Members are removed by a list of values", passes: "Exactly these are gone.",
      rule: "Microsoft: known issues and resolutions with SCIM 2.0 protocol compliance",
      entra: .observed("It counts a 2xx as done and never reads members: those who were lost stay away."),
      bugs: [17, 22, 23]
    ) { bench in
      let users = try bench.users(5)
      let group = try bench.group(users)
      for (removed, left) in [([0], [1, 2, 3, 4]), ([1, 2], [3, 4])] {
        let values = JSONValue.array(removed.map { ["value": .string(users[$0].id)] })
        try bench.patch(group, bench.op("Remove", "members", values))
        try bench.has(group, exactly: left.map { users[$0] })
      }
    },
    SCIMCheck(
      "G5", .security, "A member is removed by a filter", passes: "Exactly this one is gone.",
      rule: "RFC 7644 §3.5.2.2",
      entra: .documented("With aadOptscim062020 a removal comes so."), bugs: [40]
    ) { bench in
      let users = try bench.users(3)
      let group = try bench.group(users)
      try bench.patch(group, bench.op("remove", "members[value eq \"\(users[1].id)\"]"))
      try bench.has(group, exactly: [users[0], users[2]])
    },
    SCIMCheck(
      "G6", .entra, "A member is removed that is not in", passes: "2xx, and the others stay.",
      rule: "RFC 7644 §3.5.2.2",
      entra: .observed("The group's change fails each time."), bugs: [20]
    ) { bench in
      let users = try bench.users(2)
      let group = try bench.group([users[0]])
      try bench.patch(group, bench.op("Remove", "members", [["value": .string(users[1].id)]]))
      try bench.has(group, exactly: [users[0]])
      try bench.patch(group, bench.op("remove", "members[value eq \"\(users[1].id)\"]"))
      try bench.has(group, exactly: [users[0]])
    },
    SCIMCheck(
      "G7", .security, "Members are added and removed at once, by several requests",
      passes: "All that were added are in.",
      rule: "RFC 7644 §3.5.2",
      entra: .observed("It sends several changes of one group at once. What is lost is never sent again."), bugs: [20]
    ) { bench in
      let users = try bench.users(12)
      let group = try bench.group()
      func change(_ index: Int, adds: Bool) -> SCIMRequest {
        let ids = [users[index].id]
        return .change(
          .groups, group.id,
          adds
            ? SCIMOperation.add(members: ids, form: bench.form) : SCIMOperation.remove(members: ids, form: bench.form),
          form: bench.form)
      }
      try bench.all((0..<8).map { change($0, adds: true) })
      try bench.has(group, exactly: Array(users[..<8]))
      try bench.all((0..<4).flatMap { [change($0, adds: false), change($0 + 8, adds: true)] })
      try bench.has(group, exactly: Array(users[4...]))
    },
    SCIMCheck(
      "G8", .security, inBoth: true, "A group is renamed", passes: "The new name, and all members stay.",
      rule: "RFC 7644 §3.5.2.3",
      entra: .observed("It never reads members: a group that a rename empties stays empty."), bugs: [21]
    ) { bench in
      let users = try bench.users(2)
      let group = try bench.group(users)
      for (name, path) in [("\(group.name)-a", "displayName"), ("\(group.name)-b", nil)] as [(String, String?)] {
        let value: JSONValue = path == nil ? ["displayName": .string(name)] : .string(name)
        try bench.patch(group, bench.op(bench.word(.replace), path, value))
        try bench.has(group, exactly: users)
        let found = try bench.send(.read(.groups, group.id)).json?["displayName"]
        if found != .string(name) {
          throw CheckEnd.untrue("The change was accepted, and displayName is \(found?.text ?? "absent").")
        }
      }
    },
    SCIMCheck(
      "G9", .entra, "externalId is added to a group", passes: "2xx.", rule: "RFC 7643 §3.1",
      entra: .observed("It links a group that was there before so. The group's change fails each time."), bugs: [3]
    ) { bench in
      try bench.patch(
        bench.group(without: "externalId"), bench.op("Add", "externalId", .string(bench.judge.randomName())))
    },
    SCIMCheck(
      "G10", .fragile, "All members are replaced", passes: "Exactly the new list.", rule: "RFC 7644 §3.5.2.3",
      entra: .observed("It sends this where a server shows members that were excluded."), bugs: [21]
    ) { bench in
      let users = try bench.users(4)
      let group = try bench.group(Array(users[..<2]))
      let values = JSONValue.array(users[1...].map { ["value": .string($0.id)] })
      try bench.patch(group, bench.op("Replace", "members", values))
      try bench.has(group, exactly: Array(users[1...]))
    },
    SCIMCheck(
      "G11", .security, "A group is deleted", passes: "204, 404 by id, and its users stay.", rule: "RFC 7644 §3.6",
      entra: .documented("It deletes a group that is not assigned any more.")
    ) { bench in
      let users = try bench.users(2)
      let group = try bench.group(users)
      let answer = try bench.accepted(bench.send(.delete(.groups, group.id)))
      bench.warn(unless: answer.status == 204, "It answers \(answer.status) and not 204.")
      let status = try bench.send(.read(.groups, group.id)).status
      try bench.expect(status == 404, "GET of the deleted group answers \(status).")
      for user in users {
        try bench.expect(bench.state(user).isActive != false, "A user of the group is not active any more.")
      }
    },
    SCIMCheck(
      "G12", .fragile, "A group and an unknown id come as members", passes: "2xx, 400 or 404.", rule: "RFC 7643 §4.2",
      entra: .observed("A nested group that is provisioned itself comes as a member."), bugs: [41]
    ) { bench in
      let (group, inner) = (try bench.group(), try bench.group())
      for (id, what) in [(inner.id, "A group"), (bench.judge.randomName(), "An unknown id")] {
        let answer = try bench.send(
          JudgeBench.patch(.groups, group.id, [bench.op("Add", "members", [["value": .string(id)]])]))
        try bench.expect(
          answer.isSuccess || [400, 404].contains(answer.status), "\(what) as a member answers \(answer.status).")
        bench.warn(
          unless: answer.isSuccess || id != inner.id,
          "A group as a member is refused: \(answer.status)\(JudgeBench.reason(answer)).")
      }
    },
  ]
}

extension JudgeBench {
  /// Sends the requests at once, and once more those that the server had no time for, as Entra does in its next cycle.
  func all(_ requests: [SCIMRequest]) throws(CheckEnd) {
    let answers = try together(requests)
    for (request, answer) in zip(requests, answers) where !answer.isSuccess {
      guard [409, 412, 429, 503].contains(answer.status) else {
        _ = try accepted(answer)
        return
      }
      try accepted(send(request))
    }
  }
}
