import Bytes
import Directory
import JSON

extension ClaimsTransformation {
  /// The result; nil when an entry that it reads has no value. `values` tells what the entry of that name has.
  ///
  /// An input that is treated as multi-valued gives a result for each of its values. One result is a text, several are a list.
  func value(_ values: (String) -> [String]) -> JSONValue? {
    var given: [String: [String]] = [:]
    for parameter in parameters { given[ASCII.lowercased(parameter.name)] = [parameter.value] }
    var spread: String?
    for input in inputs {
      let found = values(input.reference)
      guard let first = found.first else { return nil }
      let name = ASCII.lowercased(input.name)
      given[name] = input.isForAllValues ? found : [first]
      if input.isForAllValues { spread = name }
    }
    let count = spread.flatMap { given[$0]?.count } ?? 1
    let results = (0..<count).compactMap { index in
      result { name in given[name].flatMap { name == spread ? $0.dropFirst(index).first : $0.first } }
    }
    return results.count == 1 ? results.first.map { .string($0) } : results.isEmpty ? nil : .strings(results)
  }

  /// What the method makes of the values of the names in small letters.
  private func result(_ value: (String) -> String?) -> String? {
    // The methods with one input take it by whatever name the policy gives it.
    let only = inputs.first.flatMap { value(ASCII.lowercased($0.name)) } ?? parameters.first?.value
    switch method {
    case .join:
      guard let first = value("string1"), let second = value("string2") else { return nil }
      return first + (value("separator") ?? "") + second
    case .extractMailPrefix: return only.map { text in String(text.prefix { $0 != "@" }) }
    case .toLowercase: return only?.lowercased()
    case .toUppercase: return only?.uppercased()
    case .createStringClaim: return value("value")
    }
  }
}
