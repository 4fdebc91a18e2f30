import Bytes
import Directory
import JSON
import Worlds
import YAML

/// The entries of `world.tenants`, `users`, `groups` and `apps`: what is gone, what is new, what is different. Which words there are and
/// how they differ is in the tables of words.
extension WorldExport {
  /// Entries of objects that are there in the seeds too. An object that the file does not speak of is as it was.
  mutating func appendChanges<Subject: WordedEntry>(
    of objects: [Subject], to section: inout JSONObject
  ) throws(ScenarioError) {
    for object in objects {
      guard let base = Subject.named(object.alias, in: reader.state) else {
        throw cannotSay("the \(Subject.noun) '\(object.alias)'")
      }
      try append(object, like: base, to: &section)
    }
  }

  /// Adds what makes `base` like the object, and has it read back: the rest of the file is written for what its reader has then.
  /// `beginning` has the words that name a new object.
  mutating func append<Subject: WordedEntry>(
    _ object: Subject, like base: Subject, beginning: JSONObject = [:], ending: JSONObject = [:],
    where isMeant: (Word<Subject>) -> Bool = { _ in true }, isResource: Bool = false, to section: inout JSONObject
  ) throws(ScenarioError) {
    var members = beginning
    try appendDifferences(between: object, and: base, where: isMeant, to: &members)
    for member in ending.members { members.append(member.name, member.value) }
    try append(members, of: Subject.self, as: base.alias, isResource: isResource, to: &section)
  }

  /// What the words say of the object, so that `base` becomes like it. Apart from the change that follows: the reader's
  /// directory would be copied as a whole if what it is compared with were still there.
  private func appendDifferences<Subject: WordedEntry>(
    between object: Subject, and base: Subject, where isMeant: (Word<Subject>) -> Bool, to members: inout JSONObject
  ) throws(ScenarioError) {
    let comparison = comparison
    var base = base
    for word in Subject.words where word.written != nil && isMeant(word) {
      guard let value = word.difference(object, base, comparison) else { continue }
      members.append(word, value)
      // What one word says may bring something with it that the next one has to know of, as a sign-in name brings a mail address.
      let place = WordPlace(base, alias: base.alias, in: reader.state)
      let setting = try word.read(FileValue(node: YAMLNode(value), key: word.name, file: "export"), place, base)
      if case .object(let change) = setting.effect { change(&base) }
    }
  }

  mutating func append<Subject: WordedEntry>(
    _ members: JSONObject, of kind: Subject.Type, as alias: String, isResource: Bool = false,
    to section: inout JSONObject
  ) throws(ScenarioError) {
    guard !members.isEmpty else { return }
    section.append(alias, .object(members))
    let entry: Entry<Subject> = try PatchDecoder.entry(
      alias, from: YAMLNode(.object(members)), file: "export", in: reader.state, isResource: isResource)
    try read(entry.apply)
  }

  /// Has the reader of the file make a change.
  mutating func read(
    _ change: (inout DirectoryEditor) throws(DirectoryEditor.NoSuchObject) -> Void
  ) throws(ScenarioError) {
    do throws(DirectoryEditor.NoSuchObject) {
      try change(&reader)
      // Nobody stores what the reader has, and a copy of a long list of changes would be made with every copy of the reader.
      _ = reader.state.takeChanges()
    } catch { throw ScenarioError(file: "export", line: 1, column: 1, "\(error)") }
  }

  /// What is needed to tell the world from what the reader has so far.
  var comparison: Comparison {
    Comparison(
      now: Names(directory, isForFile: true), before: Names(reader.state, isForFile: true), passwords: passwords,
      secrets: secrets, secretsBefore: reader.secrets, time: (world.now, reader.now))
  }

  /// The error for what no file can say. Whoever asked for the export learns of it, instead of getting a file that makes another world.
  func cannotSay(_ what: String) -> ScenarioError {
    ScenarioError(file: "export", line: 1, column: 1, "a scenario file cannot say \(what)")
  }

  /// Throws for the first thing that the reader of the whole file would have in another way.
  func checkAgreement() throws(ScenarioError) {
    try checkAgreement(of: directory.tenantsInOrder)
    try checkAgreement(of: directory.usersInOrder)
    try checkAgreement(of: directory.groupsInOrder)
    try checkAgreement(of: directory.applicationsInOrder)
    for user in reader.state.usersInOrder where directory.user(named: user.alias) == nil {
      throw cannotSay("that the user '\(user.alias)' is gone for good")
    }
  }

  private func checkAgreement<Subject: WordedEntry>(of objects: [Subject]) throws(ScenarioError) {
    let comparison = comparison
    for object in objects {
      guard let read = Subject.named(object.alias, in: reader.state) else {
        throw cannotSay("the \(Subject.noun) '\(object.alias)'")
      }
      for word in Subject.words where word.difference(object, read, comparison) != nil {
        throw cannotSay("'\(word.name)' of the \(Subject.noun) '\(object.alias)'")
      }
    }
  }
}
