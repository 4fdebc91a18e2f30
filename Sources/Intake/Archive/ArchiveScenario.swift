import Bytes
import JSON
import LooseFormats

/// A scenario that brings about what an HTTP archive of the real service shows (HAR 1.2). Everything that is secret in the archive stays there:
/// passwords, secrets, assertions, codes, tokens and cookies are read past, and only ids, names and words of the protocol are written.
package struct ArchiveScenario: Sendable {
  /// The scenario file.
  package let text: String
  /// What was found, and what cannot be told from the archive.
  package let report: [String]

  /// Archives have the bodies of all that a page loads.
  package static let maximumFileBytes = 256 << 20

  /// - Parameters:
  ///   - bytes: The archive, as a tool saved it.
  ///   - file: The name of the archive, for the comments.
  ///   - name: The name of the scenario; what a name cannot have is left out.
  ///   - knows: Whether the server can answer with the refusal of this number.
  /// - Throws: `ArchiveFault` for what is not an archive, or has no sign-in in it.
  package init(
    _ bytes: [UInt8], file: String, named name: String, knows: @escaping (Int) -> Bool
  ) throws(ArchiveFault) {
    let file = Printable.line(file)
    let sightings = try Self.sightings(bytes, file: file)
    var findings = ArchiveFindings(sightings, file: file)
    let unknown = ArchiveFindings.refused(sightings, 50034) { ArchiveFindings.typedName($0.entry) }
    findings.complete(without: Set(unknown.map { ASCII.lowercased($0) }))
    let cleaned = TakenAliases.cleaned(name)
    var draft = Merger(findings.found, name: cleaned.isEmpty ? "from-har" : cleaned).draft()
    draft.sources = [SourceFile(path: file, form: "HTTP archive")]
    draft.fileCount = 1
    let course = ArchiveCourse(sightings, file: file, draft: draft, knows: knows)
    text = Self.text(draft, course, file: file)
    report = Self.report(draft, course, file: file).map(Printable.line)
  }

  private static func sightings(_ bytes: [UInt8], file: String) throws(ArchiveFault) -> [Sighting] {
    guard bytes.count <= maximumFileBytes else {
      throw ArchiveFault(file, nil, "the archive is larger than 256 MB; record the sign-in alone")
    }
    guard let source = SourceText(bytes), let root = LooseJSON.parse(source), root.isMap else {
      throw ArchiveFault(
        file, nil, "this is not an HTTP archive: it is not JSON; save it as HAR in the browser's network tools")
    }
    guard let log = root["log"], let list = log["entries"] else {
      throw ArchiveFault(
        file, root.line,
        "this is not an HTTP archive: it has no log.entries; save it as HAR in the browser's network tools"
      )
    }
    var entries = list.items.enumerated().compactMap { index, node in
      ArchiveEntry(node, number: node["_entry"]?.text.flatMap { Int($0) } ?? index + 1)
    }
    guard !entries.isEmpty else {
      throw ArchiveFault(file, list.line, "the archive has no request; record while the app signs in, then save it")
    }
    if entries.allSatisfy({ !$0.startedAt.isEmpty }) {
      entries.sort { $0.startedAt == $1.startedAt ? $0.number < $1.number : $0.startedAt < $1.startedAt }
    }
    let sightings = entries.compactMap { Sighting($0) }
    guard sightings.contains(where: { $0.kind == .authorize || $0.kind == .token }) else {
      let neighbour = entries.first { Sighting.isNeighbour($0.address.host) }?.address.host
      let reason =
        neighbour.map { "it has requests to \($0), which scenarios from archives do not know" }
        ?? "no request to authorize or token of Microsoft Entra ID is in it"
      throw ArchiveFault(file, list.line, "\(reason); record the whole sign-in, from the app's first redirect on")
    }
    return sightings
  }

  // MARK: Writing

  private static func text(_ draft: Draft, _ course: ArchiveCourse, file: String) -> String {
    var branches = Vocabulary(withSecrets: false).file(draft)
    for index in branches.indices where branches[index].key == "world" {
      var world = branches[index].children
      for place in world.indices {
        guard let section = world[place].key, world[place].scalar == nil else { continue }
        world[place].value = .children(
          world[place].children.map { object in
            guard let added = course.words["\(section).\(object.key ?? "")"] else { return object }
            var object = object
            object.value = .children(
              object.children.filter { child in !added.contains { $0.key == child.key } } + added)
            return object
          })
      }
      if !course.consents.isEmpty { world.append(Branch("consents", .children(course.consents))) }
      if !course.policies.isEmpty { world.append(Branch("policies", .children(course.policies))) }
      if course.renews {
        // Less than MSAL wants to have left, so that the next silent call renews as it did in the archive.
        world.append(
          Branch(
            "lifetimes", .children([.text("accessToken", "1m"), .text("continuousAccessToken", "1m")]),
            note: "assumed: so short that the next silent call renews"))
      }
      branches[index].value = .children(world)
    }
    branches.insert(.text("summary", "What happened in \(file)."), at: 1)
    branches.append(.text("unknownPermissions", "allow", note: "assumed: permissions that only the archive knows"))
    if course.asksToStay { branches.append(Branch("staySignedIn", .plain("true"))) }
    if !course.rules.isEmpty { branches.append(Branch("rules", .children(course.rules))) }
    if !course.expectations.isEmpty { branches.append(Branch("expect", .children(course.expectations))) }
    var lines = [
      "# Made by 'mockidp scenario from-har' of \(file). No password, secret, code or token of the archive is here."
    ]
    lines += ["#", "# What the archive shows:"] + course.lines.map { "#   \($0)" }
    if !course.remarks.isEmpty {
      lines += ["#", "# What the archive does not tell, or what somebody has to do:"]
      lines += course.remarks.map { "#   \($0.line)" }
    }
    return (lines.map(Printable.line) + branches.flatMap { $0.lines(indent: 0) }).joined(separator: "\n") + "\n"
  }

  private static func report(_ draft: Draft, _ course: ArchiveCourse, file: String) -> [String] {
    var lines = [
      "\(file): \(course.lines.count) exchanges with the service; \(draft.tenants.count) tenants, \(draft.apps.count) apps, \(draft.users.count) users, \(course.rules.count) rules"
    ]
    lines += (course.remarks + draft.remarks.filter { $0.kind != .assumption }).map { "  \($0.line)" }
    lines.append(
      "  Every user has the password Passw0rd!, every app with a secret the one that the scenario shows: give them to the test."
    )
    return lines
  }
}
