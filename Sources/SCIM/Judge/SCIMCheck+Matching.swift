import JSON

/// B: how Entra finds the user that it has to change.
extension SCIMCheck {
  static let matching: [SCIMCheck] = [
    SCIMCheck(
      "B1", .entra, reads: true, "A user is found by userName", passes: "Exactly this user, with its id.",
      rule: "RFC 7644 §3.4.2.2",
      entra: .documented("It makes a second user, or stops at the 409; with several answers the entry fails.")
    ) { bench in
      var (id, name) = ("", "")
      if bench.judge.order.readOnly {
        let list = try bench.list(bench.send(SCIMRequest(method: "GET", path: "/Users")))
        guard let first = list.resources.first else { throw CheckEnd.skipped("There are no users.") }
        (id, name) = (first.id, first.object.member("userName")?.string ?? "")
      } else {
        let user = try bench.user()
        (id, name) = (user.id, user.userName)
      }
      bench.judge.findsUsers = false
      try bench.finds(id, try bench.find("userName", name))
      bench.judge.findsUsers = true
    },
    SCIMCheck(
      "B2", .entra, "Letter case does not count in userName, nor in the filter's words", passes: "The same user.",
      rule: "RFC 7643 §4.1.1, RFC 7644 §3.4.2.2",
      entra: .observed("It makes a second user when the case of the name has changed."), bugs: [32]
    ) { bench in
      let user = try bench.user()
      try bench.finds(user.id, bench.find("userName", user.userName.uppercased()), "The name in capitals")
      try bench.finds(
        user.id, bench.list(bench.send(.find(.users, filter: "USERNAME EQ \"\(user.userName)\""))), "USERNAME EQ")
    },
    SCIMCheck(
      "B3", .entra, "A user is found by externalId", passes: "Exactly this user; nobody in another letter case.",
      rule: "RFC 7643 §3.1", entra: .observed("Where externalId is a matching attribute, each user is made again."),
      bugs: [4]
    ) { bench in
      let user = try bench.user()
      let externalID = user.text("externalId")
      try bench.finds(user.id, bench.find("externalId", externalID))
      let other = try bench.find("externalId", externalID.uppercased())
      bench.warn(unless: other.resources.isEmpty, "externalId is found in another letter case, too.")
    },
    SCIMCheck(
      "B4", .fragile, "A user is found by the work address",
      passes: "Exactly this user, or 400 with scimType invalidFilter.",
      rule: "RFC 7644 §3.4.2.2", entra: .documented("It asks so where an administrator matches by mail.")
    ) { bench in
      let user = try bench.user(.medium)
      let answer = try bench.send(
        .find(.users, filter: "emails[type eq \"work\"].value eq \"\(user.text("emails[type eq \"work\"].value"))\""))
      if answer.status == 400 {
        return bench.warn(
          unless: false,
          answer.scimType == "invalidFilter" ? "The filter is refused." : "The filter is refused without scimType.")
      }
      try bench.finds(user.id, bench.list(answer))
    },
    SCIMCheck(
      "B5", .security, reads: true, "A filter names an attribute that there is not", passes: "400, or an empty list.",
      rule: "RFC 7644 §3.4.2.2",
      entra: .chosen("It takes the one user of the answer for the one it asked for, and changes somebody else."),
      bugs: [4]
    ) { bench in
      if !bench.judge.order.readOnly { _ = try bench.user() }
      let answer = try bench.send(.find(.users, filter: "frobnication eq \"\(bench.judge.randomName())\""))
      if answer.status == 400 { return }
      let list = try bench.list(answer)
      try bench.expect(
        list.resources.isEmpty, "The filter is passed over: it answers with \(list.resources.count) users.")
    },
    SCIMCheck(
      "B6", .entra, "The last of many users is found", passes: "Exactly this user.", rule: "RFC 7644 §3.4.2",
      entra: .observed("A server that searches the first users alone gets the others again and again."), bugs: [17]
    ) { bench in
      var last = try bench.user()
      for _ in 1..<max(2, bench.judge.order.many) { last = try bench.user() }
      try bench.finds(last.id, bench.find("userName", last.userName))
    },
    SCIMCheck(
      "B7", .entra, "A disabled user is found and read", passes: "200 twice, with active false.",
      rule: "RFC 7643 §4.1.1",
      entra: .observed("It takes the user for one that is not there: a second one is made, and nobody is restored."),
      bugs: [29]
    ) { bench in
      let user = try bench.user()
      for value in ["False", false] as [JSONValue] {
        let answer = try bench.send(JudgeBench.patch(.users, user.id, [bench.op("Replace", "active", value)]))
        guard answer.isSuccess else { continue }
        let resource = try bench.get(user)
        try bench.expect(resource.object.member("active") != nil, "GET of a disabled user has no active.")
        guard resource.isActive == false else { continue }
        let list = try bench.find("userName", user.userName)
        try bench.finds(user.id, list, "The disabled user")
        return try bench.expect(
          list.resources[0].isActive == false, "The filter says active \(JudgeBench.word(list.resources[0].isActive)).")
      }
      throw CheckEnd.skipped("The user cannot be disabled: see F1 and F2.")
    },
    SCIMCheck(
      "B8", .fragile, reads: true, "Users are listed page by page", passes: "The same totals, and nobody twice.",
      rule: "RFC 7644 §3.4.2.4",
      entra: .documented("The hosted validator lists users by startIndex and count; the service does not."), bugs: [39]
    ) { bench in
      let made = bench.judge.order.readOnly ? [] : try bench.users(6)
      func page(_ query: String) throws -> SCIMList {
        try bench.list(bench.send(SCIMRequest(method: "GET", path: "/Users", query: query)))
      }
      let (all, first, second) = (try page(""), try page("startIndex=1&count=5"), try page("startIndex=6&count=5"))
      try bench.expect(
        all.total >= made.count, "The list without words counts \(all.total) users, and \(made.count) were made.")
      try bench.expect(all.total == 0 || !all.resources.isEmpty, "The list without words has no users.")
      try bench.expect(
        first.total == all.total && second.total == all.total,
        "totalResults is \(all.total), \(first.total) and \(second.total).")
      try bench.expect(first.resources.count <= 5, "A page of 5 has \(first.resources.count) users.")
      try bench.expect(
        first.resources.count == min(5, all.total), "The first page has \(first.resources.count) users of \(all.total)."
      )
      let twice = Set(first.resources.map(\.id)).intersection(second.resources.map(\.id))
      try bench.expect(twice.isEmpty, "\(twice.count) users are on both pages.")
    },
  ]
}

extension JudgeBench {
  func finds(_ id: String, _ list: SCIMList, _ what: String = "The filter") throws(CheckEnd) {
    let ids = list.resources.map(\.id)
    try expect(
      ids == [id],
      "\(what) finds \(ids.isEmpty ? "nobody" : ids.contains(id) ? "\(ids.count) users" : "somebody else").")
  }
}
