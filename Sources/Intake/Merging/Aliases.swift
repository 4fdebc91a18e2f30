import Bytes
import LooseFormats

/// Names apps in the scenario: by their own names, else by their projects.
enum Aliases {
  private static let generic =
    " src main public source resources assets config environments code raw res java kotlin scripts static root lib wwwroot properties "
  /// Folders that say which part of the whole this is.
  private static let parts = " app apps spa api client server web frontend backend webapp sample demo project "

  /// Microsoft's own apps have these in every scenario.
  private static let seeded = "graph arm keyvault storage outlook azure-cli azure-powershell vscode graph-cli"

  static func name(_ apps: inout [DraftApp], fallback: String) {
    var taken = TakenAliases(seeded.blankParts)
    for index in apps.indices {
      var alias = TakenAliases.cleaned(apps[index].name)
      if alias.isEmpty { alias = TakenAliases.cleaned(project(apps[index], fallback: fallback)) }
      if alias.isEmpty { alias = apps[index].kind.rawValue }
      if apps[index].name.isEmpty { apps[index].name = alias }
      apps[index].alias = taken.free(like: alias)
    }
  }

  private static func project(_ app: DraftApp, fallback: String) -> String {
    let folders = app.project.pathParts.filter { folder in
      generic.firstPlace(of: " \(ASCII.lowercased(folder)) ") == nil
    }
    guard let last = folders.last else { return app.kind == .api ? "\(fallback)-api" : fallback }
    // `Client` and `API` of one sample are told apart by the folder's own name, and those of two samples by the samples'.
    let own = folders.last { Self.parts.firstPlace(of: " \(ASCII.lowercased($0)) ") == nil }
    let name = own.flatMap { $0 == last ? nil : "\($0)-\(last)" } ?? last
    // An API that only its scopes tell of has the folder of the app that asks.
    return app.kind == .api && app.candidates.isEmpty ? "\(name)-api" : name
  }
}
