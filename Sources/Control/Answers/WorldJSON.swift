import Bytes
import Directory
import JSON
import Policy
import Scenarios
import Time
import Worlds

/// The directory of a world as JSON, as it is now. It never has passwords and secrets.
enum WorldJSON {
  static func value(_ world: World) -> JSONValue {
    let directory = world.directory
    let names = Names(directory)
    return [
      "name": .string(world.name),
      "scenario": .string(world.scenario.name),
      "signIn": .string(world.settings.signIn.rawValue),
      "clock": ClockHandlers.json(world.clock),
      "principals": .array(
        PrincipalParties(of: directory).choices.map { choice in
          ["part": .string(choice.part.rawValue), "alias": .string(choice.alias), "reason": .string(choice.reason)]
        }),
      "tenants": .array(directory.tenantsInOrder.map { .object($0.shown(names)) }),
      "users": .array(directory.usersInOrder.map { .object($0.shown(names)) }),
      "apps": .array(directory.applicationsInOrder.map { .object($0.shown(names)) }),
      "consentRequests": .array(
        directory.consentRequests.values.sorted { ($0.requestedAt, $0.id) < ($1.requestedAt, $1.id) }
          .map { consentRequest($0, directory) }),
    ]
  }

  /// A user's request that an administrator approve an app.
  private static func consentRequest(_ request: ConsentRequest, _ directory: DirectoryState) -> JSONValue {
    [
      "user": .string(directory.users[request.user]?.alias ?? "\(request.user)"),
      "app": .string(directory.applications[request.client]?.alias ?? "\(request.client)"),
      "scopes": .strings(request.scopes), "justification": .string(request.justification),
      "requestedAt": .string(request.requestedAt.iso8601), "status": .string(request.status.rawValue),
    ]
  }

  /// One object, in the words of scenario files.
  static func value<Subject: Worded>(_ object: Subject, _ directory: DirectoryState) -> JSONValue {
    .object(object.shown(Names(directory)))
  }
}
