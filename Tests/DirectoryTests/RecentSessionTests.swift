import Directory
import Expectations
import JSON
import Testing
import Time

/// Sessions are kept as they were read last. Whatever changes them, the next to ask is told how they are.
@Suite("Sessions that were read lately") struct RecentSessionTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (Store, Database) throws -> Void

    init(_ description: String, _ make: @escaping @Sendable (Store, Database) throws -> Void) {
      testDescription = description
      self.make = make
    }
  }

  static let changes = [
    Change("one more account") { store, _ in try store.save(Sample.session(3), ofBrowser: "b") },
    Change("an account that signs in anew") { store, _ in
      var session = Sample.session(1)
      session.methods = ["pwd", "mfa"]
      try store.save(session, ofBrowser: "b")
    },
    Change("use") { store, _ in
      try store.touch(session: Sample.session(1), ofBrowser: "b", at: Sample.start + .days(1))
    },
    Change("an account taken out") { store, _ in try store.removeSession(Sample.session(1).id, ofBrowser: "b") },
    Change("the end of a session") { store, _ in _ = try store.endSession(Sample.session(1).id) },
    Change("age") { store, _ in _ = try store.ageSessions(GrantSelection(), by: .days(1)) },
    Change("age of one user's") { store, _ in
      _ = try store.ageSessions(GrantSelection(user: Sample.bob), by: .days(1))
    },
    Change("removal of one user's") { store, _ in
      _ = try store.removeSessions(GrantSelection(user: Sample.bob))
    },
    Change("a new beginning") { store, _ in try store.beginAnew(with: Sample.seeds().state) },
    Change("sweeping") { store, _ in _ = try store.sweep(Lifetimes(), at: Sample.start + .days(400)) },
    Change("another snapshot") { store, _ in
      try store.saveSnapshot(named: "s", memory: [:], at: Sample.start)
      try store.removeSession(Sample.session(1).id, ofBrowser: "b")
      _ = try store.sessions(ofBrowser: "b")
      try expectNotNil(store.restoreSnapshot(named: "s"))
      try store.touch(session: Sample.session(2, user: Sample.bob), ofBrowser: "b", at: Sample.start + .days(2))
    },
    Change("removal of the world") { _, database in try database.removeWorld(named: "default") },
    Change("a world made anew") { _, database in _ = try Sample.store(in: database) },
  ]

  @Test("are read anew after", arguments: changes, [false, true])
  func change(_ change: Change, _ isFile: Bool) throws {
    try Sample.withDirectory { directory in
      let database = try isFile ? Database(file: directory + "/mockidp.sqlite") : Database()
      let store = try Sample.store(in: database)
      for session in [Sample.session(1), Sample.session(2, user: Sample.bob)] {
        try store.save(session, ofBrowser: "b")
      }
      let before = try store.sessions(ofBrowser: "b")
      expectEqual(before, [Sample.session(1), Sample.session(2, user: Sample.bob)])
      try expectEqual(store.sessions(ofBrowser: "b"), before)
      try change.make(store, database)
      // The other way to ask goes to the database each time.
      let after = try store.sessions()
      try expectEqual(store.sessions(ofBrowser: "b"), after)
      try expectEqual(store.sessions(ofBrowser: "b"), after)
      #expect(after != before)
    }
  }

  @Test("are those of one browser and one world") func apart() throws {
    let database = try Database()
    let (one, two) = (try Sample.store(in: database, named: "one"), try Sample.store(in: database, named: "two"))
    try one.save(Sample.session(1), ofBrowser: "b")
    try two.save(Sample.session(2), ofBrowser: "b")
    for _ in 1...2 {
      try expectEqual(one.sessions(ofBrowser: "b"), [Sample.session(1)])
      try expectEqual(two.sessions(ofBrowser: "b"), [Sample.session(2)])
      #expect(try one.sessions(ofBrowser: "c").isEmpty)
    }
  }

  @Test("do not pile up, whatever handles are sent") func bounded() throws {
    let store = try Sample.store(in: Database())
    try store.save(Sample.session(1), ofBrowser: "b")
    for number in 0..<1_000 { #expect(try store.sessions(ofBrowser: "unknown \(number)").isEmpty) }
    try expectEqual(store.sessions(ofBrowser: "b"), [Sample.session(1)])
  }

  @Test("are never older than the last change that somebody was told of") func racing() async throws {
    let store = try Sample.store(in: Database())
    await withTaskGroup { group in
      for thread: UInt8 in 0..<4 {
        group.addTask {
          let session = Sample.session(thread)
          for _ in 0..<200 {
            do {
              try store.save(session, ofBrowser: "b")
              let isThere = try store.sessions(ofBrowser: "b").contains { $0.id == session.id }
              try store.removeSession(session.id, ofBrowser: "b")
              let isGone = try !store.sessions(ofBrowser: "b").contains { $0.id == session.id }
              if !isThere || !isGone { Issue.record("session \(thread): there \(isThere), gone \(isGone)") }
            } catch { Issue.record(error) }
          }
        }
      }
    }
  }
}
