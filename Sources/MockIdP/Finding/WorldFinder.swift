import Bytes
import Control
import Directory
import HTTPWire
import Scenarios
import Worlds

/// Finds the world of a request. It asks the clues of `WorldClue.all` in their order, until one world is left. A request without any clue
/// is for the default world.
struct WorldFinder: Sendable {
  /// The header field that names a world.
  static let field = "Mockidp-World"

  enum Finding: Sendable {
    case world(World)
    /// The name is that of a world that has ended.
    case gone(String)
    /// The request cannot be served. The default world's journal has it.
    case refused(WorldRefusal)
  }

  let worlds: WorldRegistry
  /// The names, in addition to `localhost`, that can follow a world's label.
  let hostnames: [String]
  /// Tells who may name a world.
  let access: ControlAccess

  func find(_ request: HTTPRequest) -> Finding {
    // With one world only a name can be wrong, and nothing else has to be read.
    let namesWorld = request.fields[Self.field] != nil || request.proxyCredentials != nil
    guard namesWorld || !worlds.isAlone else { return .world(worlds.main) }
    let question = WorldClue.Question(request, self)
    var left: (worlds: [World], thing: String)?
    let isControl = ControlAPI.serves(request.path)
    for clue in WorldClue.all {
      guard clue.namesWorld || !isControl, !clue.isLast || left != nil || question.carried.isAboutBrowser else {
        continue
      }
      switch clue.ask(question) {
      case .nothing: continue
      case .found(let finding): return finding
      case .among(let candidates, let thing):
        // A clue that contradicts an earlier one does not count.
        let both = left.map { known in known.worlds.filter { world in candidates.contains { $0 === world } } }
        let remaining = both.map { $0.isEmpty ? left?.worlds ?? [] : $0 } ?? candidates
        if let only = remaining.first, remaining.count == 1 { return .world(only) }
        left = (remaining, left?.thing ?? thing)
      }
    }
    guard let left, !left.worlds.contains(where: { $0 === worlds.main }) else { return .world(worlds.main) }
    return .refused(.shared(left.thing, worlds: left.worlds.map(\.name)))
  }

  /// The world that the client names by the header field or by the user name of the proxy.
  func world(named name: String, _ request: HTTPRequest) -> Finding {
    guard access.mayNameWorld(request) else { return .refused(.namedFromElsewhere) }
    switch worlds.world(named: name) {
    case .world(let world): return .world(world)
    case .gone: return .gone(name)
    case .unknown: return .refused(.unknownWorld(name, known: worlds.worlds.map(\.name)))
    }
  }

  /// The worlds that have a tenant, the default one among them when another one shares the tenant with it. Says nothing about a tenant that
  /// the default world alone has: what the request brings may still tell another world.
  func holders(ofTenant name: String) -> WorldClue.Answer {
    let holders = worlds.worlds(ofTenant: name)
    guard let first = holders.first else { return .nothing }
    // Worlds with ids of their own never share a tenant with the default one.
    let isShared = first.tokenMark != nil && worlds.main.directory.tenant(named: name) != nil
    return .among(holders + (isShared ? [worlds.main] : []), thing: "tenant '\(name)'")
  }

  /// The worlds of the tenant in a path. It comes before what the request brings: this tenant does not know the code of another world.
  func holders(ofTenantInPath name: String) -> WorldClue.Answer {
    let answer = holders(ofTenant: name)
    guard case .nothing = answer, worlds.main.directory.tenant(named: name)?.kind.isOrganization == true else {
      return answer
    }
    return .among([worlds.main], thing: "tenant '\(name)'")
  }

  func label(of request: HTTPRequest) -> String? {
    guard let host = HTTPAuthority(request.authority)?.host else { return nil }
    for name in ["localhost"] + hostnames {
      let suffix = "." + ASCII.lowercased(name)
      guard host.hasSuffix(suffix) else { continue }
      let label = host.dropLast(suffix.utf8.count)
      return label.utf8.contains(0x2E) ? nil : String(label)
    }
    return nil
  }

  /// The place of the tenant in the paths of the login host.
  func firstSegment(of request: HTTPRequest) -> String {
    // Bytes and not characters: splitting a `String` at a character would look at every combining mark.
    let bytes = request.path.utf8.span
    var segment = ""
    // Azure AD B2C has a form with `tfp` before the tenant.
    bytes.forEachPiece(between: 0x2F) { piece in
      if segment.isEmpty || ASCII.equalIgnoringCase(segment, "tfp") { segment = bytes.text(piece) }
    }
    return Percent.decode(segment) ?? segment
  }
}
