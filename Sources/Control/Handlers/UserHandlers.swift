import Directory
import JSON
import Scenarios

/// What happens to one user. Each answers with the user as it is afterwards.
enum UserHandlers {
  static func changePassword(_ call: ControlCall) throws -> ControlAnswer {
    let user = try call.user(call.value, status: 404)
    let password = try call.body("to").text("to", "the new password, a text that is not empty", secret: true)
    // A guest's password is in the home tenant; what either tenant gave out depends on it.
    let holder = user.home?.user ?? user.id
    if let password {
      try call.world.changePassword(of: holder, to: password)
    } else {
      try call.world.markPasswordChanged(of: holder)
    }
    if holder != user.id { try call.world.markPasswordChanged(of: user.id) }
    return try answer(call, user.id)
  }

  static func revokeSessions(_ call: ControlCall) throws -> ControlAnswer {
    try change(call) { world, user in try world.revokeSessions(of: user) }
  }

  static func disable(_ call: ControlCall) throws -> ControlAnswer {
    try change(call) { world, user in try world.setEnabled(false, user: user) }
  }

  static func enable(_ call: ControlCall) throws -> ControlAnswer {
    try change(call) { world, user in try world.setEnabled(true, user: user) }
  }

  private static func change(_ call: ControlCall, _ change: (World, User.ID) throws -> Void) throws -> ControlAnswer {
    let user = try call.user(call.value, status: 404)
    _ = try call.body()
    try change(call.world, user.id)
    return try answer(call, user.id)
  }

  private static func answer(_ call: ControlCall, _ id: User.ID) throws -> ControlAnswer {
    let directory = call.world.directory
    return .json(directory.users[id].map { WorldJSON.user($0, directory) } ?? nil)
  }
}
