import Bytes

extension Form {
  /// Constants in source of JavaScript, TypeScript, Python, Swift, Kotlin, Java, C#, Go, Dart and PHP.
  static let sourceConstants = Form(name: "constants in source") { document, found in
    guard document.hasExtension("js ts jsx tsx mjs cjs mts vue py swift kt java cs go m dart php rb html") else {
      return false
    }
    let name = document.smallName
    let isTest = [".test.", ".spec.", ".min.", "_test.", "test_"].contains { name.firstPlace(of: $0) != nil }
    guard !isTest, name != "msal.js", name != "adal.js" else { return false }
    hints(in: document, into: &found)
    guard document.speaksOfEntra || document.mayHaveId else { return false }
    let (read, texts) = SourceSettings.parse(document.text, hashComments: document.hasExtension("py rb"))
    let settings = SourceConstants(read).resolved
    var group = SettingsGroup(settings, in: document)
    group.texts = texts
    return group.read(into: &found)
  }

  /// What the libraries that the source calls say about the kind of client.
  private static func hints(in document: Document, into found: inout Found) {
    let bytes = document.text.bytes
    for (convention, place) in Convention.found(in: bytes) {
      let line = bytes[..<place].reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
      let call = String(decoding: bytes[place...].prefix(400).prefix { $0 != 0x3B }, as: UTF8.self)
      let section = call.firstPlace(of: "GetSection(\"").map { call[$0.upperBound...].prefix { $0 != "\"" } }
      found.hints.append(
        Found.Hint(
          project: document.project, convention: convention, place: document.place(line),
          section: section.map(String.init)))
    }
  }
}

/// Puts the values of a file's own constants in the place of their names.
struct SourceConstants {
  private let settings: [Setting]

  init(_ settings: [Setting]) { self.settings = settings }

  var resolved: [Setting] {
    var output: [Setting] = []
    for setting in settings {
      // A parameter that is only handed on says nothing.
      let value = value(of: setting.value, except: setting)
      let values = setting.values.map { self.value(of: $0, except: setting) }
      if let name = Reference.parts(of: value)?.name, !isVariable(name) { continue }
      var setting = setting
      setting.value = value
      setting.values = values.filter { Reference.parts(of: $0).map { isVariable($0.name) } ?? true }
      output.append(setting)
    }
    return output
  }

  private func value(of text: String, except own: Setting) -> String {
    guard text.firstPlace(of: "${") != nil else { return text }
    return Reference.resolve(text, keepingDefaults: true) { name in
      settings.first { $0.key == name && $0.value != text && ($0.line != own.line || $0.key != own.key) }?.value
    }
  }

  /// Names of environment variables have capital letters only.
  private func isVariable(_ name: String) -> Bool {
    name.utf8.allSatisfy { ASCII.isUppercase($0) || ASCII.isDigit($0) || $0 == 0x5F } && !name.isEmpty
  }
}
