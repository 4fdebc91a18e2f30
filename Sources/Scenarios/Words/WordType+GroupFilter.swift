import Bytes
import Directory
import JSON
import YAML

/// The filter of a claims mapping, in the words of a policy.
extension GroupFilter {
  static let members: [Shape.Member] = both(
    "groupFilter",
    .object(
      both("matchOn", .choiceInAnyCase(Property.allCases.map(\.rawValue)), "The property of a group.")
        + both("type", .choiceInAnyCase(Place.allCases.map(\.rawValue)), "Where the text has to stand.")
        + both("value", .text(.plain), "The text.")), "Which groups tokens list.")

  private static func both(_ name: String, _ shape: Shape, _ meaning: String) -> [Shape.Member] {
    Shape.Member.inPolicySpellings(name, shape, meaning)
  }

  var written: JSONValue {
    ["matchOn": .string(property.rawValue), "type": .string(place.rawValue), "value": .string(text)]
  }
}

extension FileMapping {
  /// The filter of a policy; nil without one.
  mutating func takeGroupFilter() throws(ScenarioError) -> GroupFilter? {
    guard let value = try takeEither("groupFilter") else { return nil }
    var fields = try FileMapping(value, "a mapping such as { matchOn: displayname, type: prefix, value: App }")
    let (property, place) = (try fields.takeEither("matchOn"), try fields.takeEither("type"))
    let text = try fields.takeEither("value")
    try fields.finish()
    guard let property, let place, let text else {
      throw value.error("'\(value.key)' needs 'matchOn', 'type' and 'value'")
    }
    return GroupFilter(
      try property.policyWord(GroupFilter.Property.self), try place.policyWord(GroupFilter.Place.self), try text.text())
  }
}

extension FileValue {
  /// A word of a policy, in any case.
  fileprivate func policyWord<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type
  ) throws(ScenarioError) -> Word {
    let words = type.allCases.map(\.rawValue)
    let text = try text(words.spoken("or"))
    guard let word = type.allCases.first(where: { ASCII.equalIgnoringCase($0.rawValue, text) }) else {
      throw mismatch(words.spoken("or"))
    }
    return word
  }
}
