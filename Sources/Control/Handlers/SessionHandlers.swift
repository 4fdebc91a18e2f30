import Bytes
import Directory
import JSON
import Time
import Worlds

/// Shows and revokes the sessions of browsers.
enum SessionHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let directory = call.world.directory
    let sessions = try call.world.store.sessions(of: call.selection().user)
    return .json([
      "sessions": .array(
        try sessions.map { session in
          var members: JSONObject = [
            "id": "\(session.id)",
            "user": .string(directory.users[session.user]?.alias ?? "\(session.user)"),
            "authenticatedAt": .string(session.authenticatedAt.iso8601),
            "methods": .strings(session.methods),
            "lastUsedAt": .string(session.lastUsedAt.iso8601),
            "persistent": .bool(session.isPersistent),
            "clients": .strings(
              try call.world.store.clients(ofSession: session.id).map { directory.applications[$0]?.alias ?? "\($0)" }),
          ]
          members.append("identityProvider", session.customer?.provider)
          return .object(members)
        })
    ])
  }

  static func endAll(_ call: ControlCall) throws -> ControlAnswer {
    let owner = try call.selection()
    return .removed(try call.attempt { try call.world.perform(RevokeAction(.sessions, of: owner)) })
  }

  static func end(_ call: ControlCall) throws -> ControlAnswer {
    guard let id = GUID(call["session"]), try call.world.store.endSession(id) else {
      throw Problem.notFound("session", call["session"], "GET …/sessions lists all.")
    }
    return .nothing
  }
}
