import Bytes

/// A key of any kind of file with its value.
package struct Setting: Sendable {
  /// The names of the objects that the key is in, outermost first.
  package var path: [String]
  package var key: String
  /// A single value, as written. References to variables have the form `${NAME}` or `${NAME:-default}`.
  package var value: String
  /// The values of a list; a single value is a list of one.
  package var values: [String]
  /// Numbers of the objects that the key is in, outermost first. Two settings of one object share all of them.
  package var scope: [Int]
  package var line: Int

  package init(path: [String] = [], key: String, value: String, values: [String]? = nil, scope: [Int] = [], line: Int) {
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
  package var settings: [Setting] {
    var output: [Setting] = []
    var counter = 0
    collect(path: [], scope: [], counter: &counter, into: &output)
    return output
  }

  /// The variables of a list that has nothing else: `- NAME=value` of Docker Compose, `- name: NAME` with `value` of Kubernetes and of
  /// exported app settings. Empty for any other list.
  private var variables: [Member] {
    let found = items.map { item -> Member? in
      if let text = item.text, let equals = text.utf8.firstIndex(of: 0x3D) {
        let key = text[..<equals]
        guard !key.isEmpty, key.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x5F }) else { return nil }
        let value = Quoting.unquoted(String(text[text.utf8.index(after: equals)...]))
        return Member(key: String(key), line: item.line, value: Node(kind: .text(value), line: item.line))
      }
      guard let name = item["name"]?.text else { return nil }
      // A value that stands elsewhere, such as a secret of the cluster, is not known here.
      let value = item["value"].flatMap { $0.text }.map { Node(kind: .text($0), line: item.line) }
      guard value != nil || item["valueFrom"] != nil || item["secretRef"] != nil else { return nil }
      return Member(
        key: name, line: item["name"]?.line ?? item.line, value: value ?? Node(kind: .null, line: item.line))
    }
    return found.contains { $0 == nil } ? [] : found.compactMap(\.self).filter { !$0.value.isNull }
  }

  private func collect(path: [String], scope: [Int], counter: inout Int, into output: inout [Setting]) {
    for member in members {
      switch member.value.kind {
      case .map(let members) where members.count == 1 && members[0].key == "value" && members[0].value.text != nil:
        // A parameter of a deployment: `"clientId": { "value": "…" }`.
        output.append(
          Setting(path: path, key: member.key, value: members[0].value.text ?? "", scope: scope, line: member.line))
      case .map:
        counter += 1
        member.value.collect(path: path + [member.key], scope: scope + [counter], counter: &counter, into: &output)
      case .list(let items):
        let texts = member.value.texts
        let variables = member.value.variables
        if !variables.isEmpty {
          counter += 1
          for variable in variables {
            output.append(
              Setting(
                path: path + [member.key], key: variable.key, value: variable.value.text ?? "",
                scope: scope + [counter], line: variable.line))
          }
          continue
        }
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
