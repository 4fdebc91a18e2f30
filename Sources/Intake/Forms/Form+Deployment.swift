import Bytes
import LooseFormats

extension Form {
  /// Bicep: `Microsoft.Graph/applications`, and parameters with ids as texts. An expression in a text says nothing by itself.
  static let bicep = Form(name: "Bicep") { document, found in
    guard document.hasExtension("bicep bicepparam") else { return false }
    let body = HCLReader.parse(document.text)
    found.templates.append(Templates.File(document: document, body: body))
    let settings = body.blocks.compactMap { block -> Setting? in
      guard ["param", "var"].contains(block.type), let name = block.labels.first, let text = block["value"]?.text,
        text.firstPlace(of: "${") == nil
      else { return nil }
      return Setting(key: name, value: text, line: block.line)
    }
    let isRead = SettingsGroup(settings, in: document).read(into: &found)
    return body.blocks.contains { BicepReader.type($0)?.hasPrefix(BicepReader.applications) == true } || isRead
  }

  /// `teamsapp.yml` of the Teams Toolkit: the registrations that it makes, whose ids it keeps in variables of the folder `env`.
  static let teamsToolkit = Form(name: "Teams Toolkit") { document, found in
    let name = document.smallName
    guard document.hasExtension("yml yaml"), name.hasPrefix("teamsapp") || name.hasPrefix("m365agents"),
      let root = LooseYAML.parse(document.text).first
    else { return false }
    found.answers(
      "https://localhost:53000", in: document.project, at: document.place(1), key: "Teams Toolkit", isAssumed: true)
    for step in root.members.flatMap(\.value.items) {
      let settings = step["with"]
      // What a script tells the toolkit.
      for part in (settings?["run"]?.text ?? "").components(of: "::set-teamsfx-env ") {
        let text = SourceText(Array(part.utf8))
        guard let line = text.flatMap({ LineSettings.parse($0, colonSeparates: false).first }),
          let value = line.value.blankParts.first
        else { continue }
        let node = Node(kind: .text(Quoting.unquoted(value.filter { $0 != "\"" && $0 != ";" })), line: step.line)
        found.variables.add(line.key, node, in: document.folder, at: document.place(step.line))
      }
      let files = Node(
        kind: .map(settings?.members.filter { ["envs", "content"].contains($0.key) } ?? []), line: step.line)
      keep(files.settings, of: document, in: &found)
      guard let action = step["uses"]?.text, ["aadApp/create", "botAadApp/create"].contains(action) else { continue }
      let isBot = action.hasPrefix("bot")
      let names = step["writeToEnvironmentFile"] ?? Node(kind: .null, line: step.line)
      var candidate = document.candidate(isBot ? "bot" : "")
      func add(_ fact: Fact, _ key: String, _ usual: String) {
        candidate.add(fact, "${\(names[key]?.text ?? usual)}", line: names[key]?.line ?? step.line, key: usual)
      }
      add(.clientId, isBot ? "botId" : "clientId", isBot ? "BOT_ID" : "AAD_APP_CLIENT_ID")
      if settings?["generateClientSecret"]?.bool ?? isBot {
        add(
          .secret, isBot ? "botPassword" : "clientSecret",
          isBot ? "SECRET_BOT_PASSWORD" : "SECRET_AAD_APP_CLIENT_SECRET")
      }
      candidate.add(
        .signInAudience, settings?["signInAudience"]?.text ?? (isBot ? "AzureADMultipleOrgs" : nil), line: step.line,
        key: action)
      if isBot { candidate.add(.kind, ClientKind.daemon.rawValue, line: step.line, key: action) }
      if let name = settings?["name"]?.text, name.firstPlace(of: "$") == nil {
        candidate.add(.name, name, line: step.line, key: "name")
      }
      found.candidates.append(candidate)
    }
    return true
  }

  /// `aad.manifest.json` of the Teams Toolkit, with names of variables and of permissions in the place of ids.
  static let teamsManifest = Form(name: "manifest of the Teams Toolkit") { document, found in
    guard let root = document.json, let id = root["appId"]?.text, id.hasPrefix("$"),
      root["replyUrlsWithType"] != nil || root["web"] != nil || root["spa"] != nil
    else { return false }
    let plan = ApplicationPlan(id: "planned:\(document.path)", name: "") {
      $0 == "Microsoft Graph" ? "" : nil
    } permission: {
      GUID($0) == nil ? $0 : nil
    }
    guard var candidate = ApplicationReader(document: document, plan: plan).candidate(root) else { return false }
    candidate.name = ""
    found.candidates.append(candidate)
    return true
  }
}

/// The apps of one Bicep file.
struct BicepReader {
  static let applications = "Microsoft.Graph/applications"

  private let document: Document
  private let body: HCLBlock
  private let values: Values
  /// What the file calls the resources that it makes.
  private let names: Set<String>

  init(document: Document, body: HCLBlock, values: Values) {
    self.document = document
    self.body = body
    self.values = values
    names = Set(body.blocks.compactMap { Self.type($0) == nil ? nil : $0.labels.first })
  }

  /// The type of a resource that the file makes. Nil for another block, and for what is there already.
  static func type(_ block: HCLBlock) -> String? {
    block.type == "resource" && !block.labels.contains("existing") ? block.labels.dropFirst().first : nil
  }

  private func planned(_ name: String) -> String { Candidate.planned("\(name):\(document.path)") }

  /// The app of `app.appId`.
  private func app(_ text: String) -> String? {
    guard text.hasPrefix("${"), let name = String(text.dropFirst(2)).parts(0x2E).first else { return nil }
    return names.contains(name) ? name : nil
  }

  func read(into found: inout Found) {
    var nodes: [(name: String, type: String, node: Node)] = []
    for block in body.blocks {
      guard let type = Self.type(block), type.hasPrefix(Self.applications), let name = block.labels.first else {
        continue
      }
      nodes.append((name, type, values.resolved(block.node, in: document.path)))
    }
    var permissions: [String: String] = [:]
    for scope in nodes.flatMap({
      ($0.node["api"]?["oauth2PermissionScopes"]?.items ?? []) + ($0.node["appRoles"]?.items ?? [])
    }) {
      if let id = scope["id"]?.text, let value = scope["value"]?.text { permissions[id] = value }
    }
    var places: [String: Int] = [:]
    for (name, type, node) in nodes where type.hasPrefix(Self.applications + "@") {
      let plan = ApplicationPlan(id: planned(name), name: name) { resource in
        app(resource).map { "@\(planned($0))/" }
          ?? (ASCII.lowercased(resource).firstPlace(of: "graph") != nil ? "" : nil)
      } permission: { id in
        permissions[id] ?? ApplicationReader.permission(in: id)
      }
      guard let candidate = ApplicationReader(document: document, plan: plan).candidate(node) else { continue }
      places[name] = found.candidates.count
      found.candidates.append(candidate)
    }
    for (_, type, node) in nodes where type.firstPlace(of: "federatedIdentityCredentials") != nil {
      let owner = node["name"]?.text.flatMap(app) ?? (places.count == 1 ? places.keys.first : nil)
      guard let place = owner.flatMap({ places[$0] }) else { continue }
      ApplicationReader(document: document).readFederation(node, into: &found.candidates[place])
    }
  }
}

extension Found {
  /// An app that a workflow signs in as is the workflow's own. It proves itself by a federated credential, or by a secret.
  mutating func nameWorkflows(of document: Document, from first: Int) {
    for index in first..<candidates.count {
      candidates[index].name = String(document.smallName.drop { $0 == "." }.prefix { $0 != "." })
      candidates[index].isDeployment = true
      guard let id = candidates[index][.clientId] else { continue }
      candidates[index].add(.kind, ClientKind.daemon.rawValue, line: id.place.line, key: id.key)
    }
  }
}
