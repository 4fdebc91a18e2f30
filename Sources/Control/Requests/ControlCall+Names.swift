import Bytes
import Directory
import Policy
import Scenarios
import Worlds

/// Looks up the names that a call gives. An unknown name is a problem with the nearest known names. `status` is its status: 404 for
/// a name in the path, 400 for any other.
extension ControlCall {
  /// The user of that alias, sign-in name or object id.
  func user(_ name: String, status: Int = 400) throws(Problem) -> User {
    let directory = world.directory
    guard let user = directory.user(named: name) else {
      throw .unknownWord("user", name, known: directory.usersInOrder.map(\.alias), status: status)
    }
    return user
  }

  /// The app of that alias or client id.
  func application(_ name: String, status: Int = 400) throws(Problem) -> Application {
    let directory = world.directory
    guard let application = directory.application(named: name) else {
      throw .unknownWord("app", name, known: directory.applicationsInOrder.map(\.alias), status: status)
    }
    return application
  }

  /// The tenant of that alias, domain or id.
  func tenant(_ name: String) throws(Problem) -> Tenant {
    let directory = world.directory
    guard let tenant = directory.tenant(named: name) else {
      throw .unknownWord("tenant", name, known: directory.tenantsInOrder.map(\.alias))
    }
    return tenant
  }

  /// The users and apps whose things the call means, from the parameters `user` and `client` of the query. Without both
  /// it means all.
  func selection() throws(Problem) -> GrantSelection {
    var selection = GrantSelection()
    if let name = query.nonEmpty("user") { selection.user = try user(name).id }
    if let name = query.nonEmpty("client") { selection.client = try application(name).id }
    return selection
  }

  /// Reads the body with the scenario decoder. A mistake becomes a problem with its line and column.
  func understand<Value>(_ read: () throws(ScenarioError) -> Value) throws(Problem) -> Value {
    do throws(ScenarioError) {
      return try read()
    } catch {
      throw .notUnderstood(error.sentence, line: error.line, column: error.column)
    }
  }

  /// The permission of that name, written as scopes are: a permission of Graph by its name, any other behind an App ID
  /// URI.
  func permission(_ text: String, status: Int = 400) throws(Problem) -> NamedPermission {
    do throws(NamedPermission.Failure) {
      return try NamedPermission(text, in: world.directory)
    } catch {
      switch error {
      case .unknownAPI:
        let known = world.directory.applicationsInOrder.compactMap(\.identifierURIs.last)
        throw .unknownWord("API", text, known: known, status: status)
      case .unknownName(_, let known):
        throw .unknownWord("permission", text, known: known, status: status)
      }
    }
  }

  /// Carries out a change. When the change is impossible because an object is gone, the answer is a conflict.
  func attempt<Value>(_ act: () throws -> Value) throws -> Value {
    do {
      return try act()
    } catch let error as ActionError {
      throw Problem.impossible(error.description)
    } catch let error as DirectoryEditor.NoSuchObject {
      throw Problem.impossible(error.description)
    }
  }
}

extension Problem {
  fileprivate static func impossible(_ reason: String) -> Self {
    .conflict("impossible", "Not possible", "It cannot be done: \(reason).", "GET …/world shows how things are.")
  }
}
