import Bytes
import LooseFormats

extension Form {
  /// `package.json`: the libraries say the kind of client, and the development server's port the redirect URI.
  static let packageFile = Form(name: "package.json") { document, found in
    guard document.smallName == "package.json", document.path.firstPlace(of: "wwwroot/") == nil,
      let root = document.json
    else { return false }
    var libraries: [Node.Member] = []
    for key in ["dependencies", "devDependencies"] { libraries += root[key]?.members ?? [] }
    let server = servers.first { row in libraries.contains { $0.key.hasSameBytes(as: row[0]) } }
    var port = server.flatMap { Int($0[1]) } ?? 3000
    for library in libraries {
      // As it stands in the file, so that a longer name is another library.
      for (convention, _) in Convention.found(in: Array("\"\(library.key)\":".utf8)) {
        found.hints.add(convention, in: document.project, at: document.place(library.line))
      }
    }
    for script in root["scripts"]?.members ?? [] where ["start", "dev"].contains(script.key) {
      guard let text = script.value.text else { continue }
      for sign in ["--port ", "--port=", "-p ", "PORT="] {
        guard let place = text.firstPlace(of: sign) else { continue }
        if let number = Int(text[place.upperBound...].prefix { $0.isNumber }) { port = number }
      }
    }
    // One with nothing but tools in it is not a program's.
    let isTools =
      libraries.isEmpty && (root["scripts"]?.members ?? []).allSatisfy { !["start", "dev"].contains($0.key) }
    if isTools { return true }
    found.answers("http://localhost:\(port)", in: document.project, at: document.place(1), key: "port", isAssumed: true)
    return true
  }

  /// The libraries that have a development server, with its port. The first counts: Angular has its own, whatever its tests run in.
  private static let servers =
    "@angular/core 4200|next 3000|astro 4321|@vue/cli-service 8080|gatsby 8000|vite 5173|webpack-dev-server 8080|parcel 1234"
    .parts(0x7C).map(\.blankParts)

  /// `.csproj`, `pom.xml`, `requirements.txt` and their kin: the libraries say the kind of client.
  static let projectFile = Form(name: "project") { document, found in
    let names = [
      "pom.xml", "build.gradle", "build.gradle.kts", "requirements.txt", "pyproject.toml", "go.mod", "composer.json",
      "gemfile",
    ]
    guard document.hasExtension("csproj fsproj vbproj") || names.contains(document.smallName) else { return false }
    found.otherProjects.insert(document.folder)
    for (convention, _) in Convention.found(in: document.text.bytes) {
      found.hints.add(convention, in: document.folder, at: document.place(1))
    }
    return false
  }

  /// `launchSettings.json` of ASP.NET Core: where the app answers while it is developed.
  static let launchSettings = Form(name: "launchSettings.json") { document, found in
    guard document.smallName == "launchsettings.json", let root = document.json else { return false }
    for profile in root["profiles"]?.members ?? [] {
      guard let urls = profile.value["applicationUrl"] else { continue }
      for url in (urls.text ?? "").parts(0x3B) {
        add(String(url), at: document.place(urls.line), to: &found, in: document.project)
      }
    }
    if let port = root["iisSettings"]?["iisExpress"]?["sslPort"], let number = port.text, number != "0" {
      add("https://localhost:\(number)", at: document.place(port.line), to: &found, in: document.project)
    }
    return true
  }

  private static func add(_ url: String, at place: Place, to found: inout Found, in project: String) {
    var address = url
    while address.hasSuffix("/") { address.removeLast() }
    found.answers(address, in: project, at: place, key: "applicationUrl")
  }
}
