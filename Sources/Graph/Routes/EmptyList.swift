import Bytes

/// A collection that Graph has and that has nothing in it here: files, calendars and the like of a user. A caller
/// with the permission gets an empty list, as for a user who has none.
struct EmptyList: Sendable {
  /// The path below the user.
  let path: String
  let permission: GraphPermission
  /// The text after `$metadata#`. `*` stands for the user and the path: `users('…')/messages`.
  let context: String

  /// Reads `path | own | delegated | application | context`. The permissions of `own` open what belongs to the signed-in
  /// user, those of `delegated` what belongs to other users too.
  private init(_ row: Substring) {
    let cells = row.split(separator: "|", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    func cell(_ index: Int) -> String { cells.indices.contains(index) ? cells[index] : "" }
    path = cell(0)
    permission = GraphPermission(cell(2), own: cell(1), application: cell(3))
    context = cell(4)
  }

  /// The collections of a user, with the permissions of their pages (Microsoft: "List events", "List calendarView", "List calendars", "List contacts", "List drives", "List joinedTeams", "List people", "List chats", "List todoTaskList",
  /// "List ownedDevices", "List registeredDevices", "List createdObjects").
  static let ofUsers: [EmptyList] = """
    events | Calendars.Read Calendars.ReadBasic Calendars.ReadWrite | Calendars.Read.Shared Calendars.ReadWrite.Shared | Calendars.Read Calendars.ReadBasic Calendars.ReadBasic.All Calendars.ReadWrite | *
    calendarView | Calendars.Read Calendars.ReadBasic Calendars.ReadWrite | Calendars.Read.Shared Calendars.ReadWrite.Shared | Calendars.Read Calendars.ReadBasic Calendars.ReadBasic.All Calendars.ReadWrite | *
    calendars | Calendars.Read Calendars.ReadBasic Calendars.ReadWrite | Calendars.Read.Shared Calendars.ReadWrite.Shared | Calendars.Read Calendars.ReadBasic Calendars.ReadBasic.All Calendars.ReadWrite | *
    contacts | Contacts.Read Contacts.ReadWrite | Contacts.Read.Shared Contacts.ReadWrite.Shared | Contacts.Read Contacts.ReadWrite | *
    contactFolders | Contacts.Read Contacts.ReadWrite | Contacts.Read.Shared Contacts.ReadWrite.Shared | Contacts.Read Contacts.ReadWrite | *
    drives | User.Read Files.Read Files.ReadWrite | Files.Read.All Files.ReadWrite.All Sites.Read.All Sites.ReadWrite.All | Files.Read.All Files.ReadWrite.All Sites.Read.All Sites.ReadWrite.All | drives
    joinedTeams | Team.ReadBasic.All TeamSettings.Read.All TeamSettings.ReadWrite.All | @users @directory | Team.ReadBasic.All TeamSettings.Read.All TeamSettings.ReadWrite.All @directory | teams
    people | People.Read | People.Read.All | People.Read.All | *
    chats | Chat.Read Chat.ReadBasic Chat.ReadWrite | | Chat.Read.All Chat.ReadBasic.All Chat.ReadWrite.All | chats
    todo/lists | Tasks.Read Tasks.ReadWrite | | Tasks.Read.All | *
    ownedDevices | User.Read | @users @directory | = | directoryObjects
    registeredDevices | User.Read | @users @directory | = | directoryObjects
    createdObjects | User.Read User.ReadWrite | @users @directory | = | directoryObjects
    """.split(separator: "\n").map(EmptyList.init)

  /// That of the list of a user's teams.
  static var permissionOfTeams: GraphPermission { ofUsers.first { $0.path == "joinedTeams" }?.permission ?? .readUser }

  /// The row as an operation of `/me` or `/users/{user}`.
  func routes(_ user: String) -> [GraphRoute] {
    [
      GraphRoute("GET", "\(user)/\(path)", permission) { [self] resource, exchange in
        try answer(resource, &exchange)
      }
    ]
  }
}
