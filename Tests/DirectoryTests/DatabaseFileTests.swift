import Directory
import Expectations
import Foundation
import SQLite
import Testing
import Time

@Suite("Database file") struct DatabaseFileTests {
  @Test("keeps everything for whoever opens it next") func reopen() throws {
    try Sample.withDirectory { directory in
      let path = directory + "/mockidp.db"
      do {
        let store = try Sample.store(in: Database(file: path))
        try store.save(Sample.code(), handle: "h")
        try store.begin(Sample.grant(), refreshToken: "r", issuedAt: Sample.start, endsAt: nil)
        try store.save(Sample.session(1), ofBrowser: "b")
        try store.saveFlow("{}", handle: "f", browser: "b", startedAt: Sample.start)
      }
      let known = try #require(try Database(file: path).world(named: "default"))
      expectEqual(known.scenario, "happy-path")
      try expectEqual(known.store.code(handle: "h"), Sample.code())
      try expectEqual(known.store.refreshToken(handle: "r")?.grant, Sample.grant())
      try expectEqual(known.store.sessions(ofBrowser: "b"), [Sample.session(1)])
      try expectEqual(known.store.flow(handle: "f", browser: "b")?.document, "{}")
      try expectEqual(known.store.loadDirectory().contents, Sample.seeds().state.contents)
    }
  }

  @Test("holds no secret as text") func noSecrets() throws {
    try Sample.withDirectory { directory in
      let path = directory + "/mockidp.db"
      do {
        let store = try Sample.store(in: Database(file: path))
        try store.save(Sample.code(), handle: "code-handle")
        try store.begin(Sample.grant(), refreshToken: "token-handle", issuedAt: Sample.start, endsAt: nil)
        try store.save(Sample.session(1), ofBrowser: "browser-handle")
      }
      let bytes = try Data(contentsOf: URL(filePath: path))
      for secret in ["code-handle", "token-handle", "browser-handle", SeededDirectory.password, "web-secret"] {
        expectNil(bytes.range(of: Data(secret.utf8)), "\(secret)")
      }
    }
  }

  private func message(_ path: String) -> String? {
    do throws(DatabaseError) {
      _ = try Database(file: path)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("is refused while another server has it") func busy() throws {
    try Sample.withDirectory { directory in
      let path = directory + "/a.db"
      let first = try Database(file: path)
      expectEqual(message(path), "\(path) is in use by another mockidp; stop it, or choose another --data directory")
      try expectNil(first.world(named: "default"))
    }
  }

  @Test("is refused when a newer version wrote it") func newer() throws {
    try Sample.withDirectory { directory in
      let path = directory + "/a.db"
      do { try SQLiteConnection(path: path).execute("PRAGMA user_version = \(Database.schemaVersion + 1)") }
      expectEqual(
        message(path),
        "\(path) was written by a newer mockidp (version \(Database.schemaVersion + 1) of the tables, this one knows "
          + "\(Database.schemaVersion)); use that mockidp, or another --data directory")
    }
  }

  @Test("is refused when it is something else") func notADatabase() throws {
    try Sample.withDirectory { directory in
      let path = directory + "/a.db"
      try Data("certainly no database, however long it may be".utf8).write(to: URL(filePath: path))
      let start = "\(path) is not a mockidp database, or its beginning is damaged; move it away"
      expectEqual(message(path)?.hasPrefix(start), true)
    }
  }

  @Test("is refused when it is damaged") func damaged() throws {
    try Sample.withDirectory { directory in
      let path = directory + "/a.db"
      do { _ = try Sample.store(in: Database(file: path)) }
      let file = try FileHandle(forUpdating: URL(filePath: path))
      let size = try file.seekToEnd()
      try file.seek(toOffset: 100)
      try file.write(contentsOf: Data(repeating: 0xFF, count: Int(size) - 100))
      try file.close()
      let message = try #require(self.message(path))
      #expect(message.hasPrefix("\(path) is damaged ("))
      #expect(message.hasSuffix("); move it away to start anew, or restore a copy"))
    }
  }

  @Test("is refused when it cannot be opened") func cannotOpen() throws {
    try Sample.withDirectory { directory in
      expectEqual(message(directory + "/none/a.db")?.hasPrefix("\(directory)/none/a.db cannot be opened: "), true)
    }
  }
}
