import Bytes

extension Form {
  /// `package.json`: the libraries say the kind of client, and the development server's port the redirect URI.
  static let packageFile = Form(name: "package.json") { document, found in
    guard document.smallName == "package.json", document.path.firstPlace(of: "wwwroot/") == nil,
      let root = document.json
    else { return false }
    var port = 3000
    var libraries: [Node.Member] = []
    for key in ["dependencies", "devDependencies"] { libraries += root[key]?.members ?? [] }
    for library in libraries {
      let place = document.place(library.line)
      switch library.key {
      case "@azure/msal-browser", "@azure/msal-react", "@azure/msal-angular", "msal":
        found.hints.append((document.project, .spa, place))
      case "next-auth", "@auth/core", "@auth/sveltekit", "@auth/express":
        found.hints.append((document.project, .web, place))
      case "@azure/msal-node", "@azure/identity", "passport-azure-ad", "@microsoft/microsoft-graph-client":
        found.hints.append((document.project, nil, place))
      case "react-native-msal", "@azure/msal-react-native": found.hints.append((document.project, .native, place))
      case "@angular/core": port = 4200
      case "vite": port = 5173
      default: break
      }
    }
    for script in root["scripts"]?.members ?? [] where ["start", "dev"].contains(script.key) {
      guard let text = script.value.text else { continue }
      for sign in ["--port ", "--port=", "-p ", "PORT="] {
        guard let place = text.firstPlace(of: sign) else { continue }
        if let number = Int(text[place.upperBound...].prefix { $0.isNumber }) { port = number }
      }
    }
    let place = document.place(1)
    found.addresses.append(
      (document.project, Finding(.homePage, "http://localhost:\(port)", at: place, key: "port", isAssumed: true)))
    return true
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
    let finding = Finding(.homePage, address, at: place, key: "applicationUrl")
    // The folder `Properties` belongs to the project above it.
    let isKnown = found.addresses.contains { $0.project == project && $0.finding.value == address }
    if !isKnown { found.addresses.append((project, finding)) }
  }
}
