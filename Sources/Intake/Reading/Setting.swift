/// A key of any kind of file with its value.
struct Setting: Sendable {
  /// The names of the objects that the key is in, outermost first.
  var path: [String]
  var key: String
  /// A single value, as written. References to variables have the form `${NAME}` or `${NAME:-default}`.
  var value: String
  /// The values of a list; a single value is a list of one.
  var values: [String]
  /// Numbers of the objects that the key is in, outermost first. Two settings of one object share all of them.
  var scope: [Int]
  var line: Int

  init(path: [String] = [], key: String, value: String, values: [String]? = nil, scope: [Int] = [], line: Int) {
    self.path = path
    self.key = key
    self.value = value
    self.values = values ?? [value]
    self.scope = scope
    self.line = line
  }
}

extension Node {
  /// All values below this node as settings. A list of texts is one setting; a list of maps is a map for each.
  var settings: [Setting] {
    var output: [Setting] = []
    var counter = 0
    collect(path: [], scope: [], counter: &counter, into: &output)
    return output
  }

  private func collect(path: [String], scope: [Int], counter: inout Int, into output: inout [Setting]) {
    for member in members {
      switch member.value.kind {
      case .map:
        counter += 1
        member.value.collect(path: path + [member.key], scope: scope + [counter], counter: &counter, into: &output)
      case .list(let items):
        let texts = member.value.texts
        if !texts.isEmpty {
          output.append(
            Setting(
              path: path, key: member.key, value: texts.joined(separator: " "), values: texts, scope: scope,
              line: member.line))
        }
        for item in items where item.isMap {
          counter += 1
          item.collect(path: path + [member.key], scope: scope + [counter], counter: &counter, into: &output)
        }
      case .null: output.append(Setting(path: path, key: member.key, value: "", scope: scope, line: member.line))
      case .bool(let value):
        output.append(
          Setting(path: path, key: member.key, value: value ? "true" : "false", scope: scope, line: member.line))
      default:
        output.append(
          Setting(path: path, key: member.key, value: member.value.text ?? "", scope: scope, line: member.line))
      }
    }
  }
}
