import Bytes
import LooseFormats

extension Form {
  /// Constants in source of JavaScript, TypeScript, Python, Swift, Kotlin, Java, C#, Go, Dart, PHP and Ruby.
  static let sourceConstants = Form(name: "constants in source") { document, found in
    guard
      document.hasExtension("js ts jsx tsx mjs cjs mts vue svelte py swift kt java cs go m dart php rb html cshtml")
    else {
      return false
    }
    let name = document.smallName
    let isTest = [".test.", ".spec.", ".min.", "_test.", "test_"].contains { name.firstPlace(of: $0) != nil }
    guard !isTest, name != "msal.js", name != "adal.js" else { return false }
    let count = found.hints.all.count
    hints(in: document, into: &found)
    address(in: document, into: &found)
    if let route = Routes.answer(in: document) { found.routes[document.project, default: []].append(route) }
    // A file of settings may speak of nothing but its values.
    let words = KeyWords.all(name)
    let isSettings = words.first.map("config settings secrets keys credentials environment".hasWord) ?? false
    let isHinted = found.hints.all[count...].contains { $0.convention.provider == nil }
    let isProvider = !document.hasExtension("html cshtml") && ServiceProviders.signs.stand(in: document.text.bytes)
    guard document.speaksOfEntra || document.mayHaveId || isSettings || isHinted || isProvider else { return false }
    let (read, texts) = SourceSettings.parse(
      document.text, hashComments: document.hasExtension("py rb"), isPython: document.hasExtension("py"))
    let parts = texts.filter { ScopeText.scopes(in: $0.value).isEmpty }
    let own = SourceConstants(read, for: parts, in: document)
    var settings = own.resolved(read)
    // An empty text is where another of the file comes in.
    func isId(_ setting: Setting) -> Bool { KeyWords(setting.key).fact == .clientId }
    let empty = settings.indices.filter { settings[$0].value.isEmpty && isId(settings[$0]) }
    if !empty.isEmpty, settings.contains(where: { !$0.value.isEmpty && isId($0) }) {
      for index in empty.reversed() { settings.remove(at: index) }
    }
    nameKeys(of: &settings)
    // A constant with a value, for the other files of the program.
    let constants = settings.filter {
      $0.scope.isEmpty && SourceConstants.isVariable($0.key)
        && (!Placeholder.fits($0.value) || $0.value.hasPrefix("${") && $0.value != "${\($0.key)}")
    }
    keep(constants, of: document, in: &found)
    var group = SettingsGroup(settings, in: document)
    group.texts = texts + own.resolved(parts)
    return group.read(into: &found)
  }

  /// `KEY = os.getenv("AZURE_B2C_CLIENT_ID")`: the variable says what the key does not.
  private static func nameKeys(of settings: inout [Setting]) {
    let known = Set(settings.filter { KeyWords($0.key).fact != nil }.compactMap { Reference.parts(of: $0.value)?.name })
    for index in settings.indices where KeyWords.all(settings[index].key).last == "key" {
      guard let name = Reference.parts(of: settings[index].value)?.name, SourceConstants.isVariable(name),
        KeyWords(settings[index].key).fact == nil, !known.contains(name)
      else { continue }
      let words = KeyWords(name)
      if words.fact == .clientId, EntraSign.isIn(words.prefix) { settings[index].key = name }
    }
  }

  /// What the libraries that the source calls say about the kind of client.
  private static func hints(in document: Document, into found: inout Found) {
    let bytes = document.text.bytes
    for (convention, place) in Convention.found(in: bytes) where document.speaksOfEntra || !convention.isProtocol {
      let line = bytes[..<place].reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
      let call = String(decoding: bytes[place...].prefix(400).prefix { $0 != 0x3B }, as: UTF8.self)
      if convention.name == "ASP.NET Core", Self.isElsewhere(bytes[place...]) { continue }
      let bound = call.firstPlace(of: "GetSection(\"") ?? call.firstPlace(of: "Bind(\"")
      let section = bound.map { call[$0.upperBound...].prefix { $0 != "\"" } }
      found.hints.add(convention, in: document.project, at: document.place(line), section: section.map(String.init))
    }
  }

  /// Whether the options of a sign-in of ASP.NET Core name another identity provider's address.
  private static func isElsewhere(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.starts(with: Array("AddOpenIdConnect(".utf8)) else { return false }
    let options = String(decoding: bytes.prefix(800), as: UTF8.self).components(of: "Authority = \"")
    return options.first.flatMap { Authority(String($0.prefix { $0 != "\"" })) }?.service == .other
  }

  private static let servers = Needles(["app.run(", "uvicorn.run(", ".listen(", "ListenAndServe("])

  /// Where a server answers: the port of its call, or of the constant that the call has it from.
  private static func address(in document: Document, into found: inout Found) {
    guard let place = servers.places(in: document.text.bytes).values.min() else { return }
    let line = document.text.bytes[..<place].count(where: { $0 == 0x0A })
    let text = document.text.lines
    func port(_ line: String) -> Int? {
      line.utf8.span.words { !ASCII.isDigit($0) }.first { $0.utf8.count == 4 || $0.utf8.count == 5 }.flatMap { Int($0) }
    }
    let named = text.first { ASCII.lowercased($0).firstPlace(of: "port = ") != nil }
    guard let number = port(text[line]) ?? named.flatMap(port) else { return }
    let scheme = text[line].firstPlace(of: "ssl_context") == nil ? "http" : "https"
    found.answers("\(scheme)://localhost:\(number)", in: document.project, at: document.place(line + 1), key: "server")
  }
}

/// Puts the values of a file's own constants in the place of their names.
struct SourceConstants {
  private let document: Document
  private var values = Values()

  /// `others`: texts that have names of constants in them, too.
  init(_ settings: [Setting], for others: [Setting], in document: Document) {
    self.document = document
    // Most settings of a source are nobody's constants.
    let names = Set((settings + others).flatMap(\.values).flatMap { $0.components(of: "${") }.map(Self.name))
    if !names.isEmpty { values.add(settings.filter { names.contains($0.key) }, of: document.path) }
  }

  /// The name at the beginning of what stands behind `${`.
  private static func name(_ text: String) -> String { String(text.utf8.prefix { $0 != 0x7D && $0 != 0x3A }) ?? "" }

  func resolved(_ settings: [Setting]) -> [Setting] {
    settings.compactMap { setting in
      guard setting.values.contains(where: { $0.utf8.contains { $0 == 0x24 || $0 == 0x3A } }) else { return setting }
      func value(_ text: String) -> String {
        let text = values.resolved(text, in: document.path, keepingDefaults: true, except: document.place(setting.line))
          .text
        // The name of a setting, as `Authentication:Microsoft:ClientId`.
        let parts = text.parts(0x3A)
        let isName = parts.count > 1 && parts.allSatisfy { $0.utf8.allSatisfy(ASCII.isAlphanumeric) }
        return isName && KeyWords(parts[parts.count - 1]).fact != nil ? "${\(parts.joined(separator: "."))}" : text
      }
      var setting = setting
      // A parameter that is only handed on says nothing.
      guard let first = Self.said(value(setting.value)) else { return nil }
      setting.value = first
      setting.values = setting.values.compactMap { Self.said(value($0)) }
      return setting
    }
  }

  /// The text, or what a parameter in it stands for where nobody hands it over. Nil for a parameter alone.
  private static func said(_ text: String, depth: Int = 0) -> String? {
    guard depth < 8, let parts = Reference.parts(of: text), !isVariable(parts.name) else { return text }
    return parts.fallback.flatMap { $0.isEmpty ? nil : said($0, depth: depth + 1) }
  }

  /// Names of environment variables have capital letters only.
  static func isVariable(_ name: String) -> Bool {
    name.utf8.allSatisfy { ASCII.isUppercase($0) || ASCII.isDigit($0) || $0 == 0x5F } && !name.isEmpty
  }
}
