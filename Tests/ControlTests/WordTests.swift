import Bytes
import Directory
import Expectations
import Scenarios
import Testing
import Worlds
import YAML

@testable import Control

/// What the description says of bodies in the words of scenario files, held against the decoder that reads them.
struct WordTests {
  /// The words that the decoder knows, from what it says of one that nobody has.
  private func known(_ read: (YAMLNode) throws -> Void) throws -> Set<String> {
    do {
      try read(YAMLDocument.parse("{ qqqqqqqqqqqqqqqqqqqqq: 1 }"))
    } catch let error as ScenarioError {
      let sentence = error.sentence
      guard let range = sentence.firstPlace(of: "Known here: ") else {
        Issue.record("\(sentence)")
        return []
      }
      return Set(sentence[range.upperBound...].split(separator: ", ").map(String.init))
    }
    Issue.record("the decoder read it")
    return []
  }

  private func names(_ members: [Shape.Member]) -> Set<String> { Set(members.map(\.name)) }

  @Test func users() throws {
    let directory = try Bench().world.directory
    let known = try known { _ = try PatchDecoder.entry("alice", from: $0, file: "x", in: directory) as Entry<User> }
    expectEqual(known, names(NounRoutes<User>.changes.members))
  }

  @Test func groups() throws {
    let directory = try Bench().world.directory
    let known = try known {
      _ = try PatchDecoder.entry("engineers", from: $0, file: "x", in: directory) as Entry<Group>
    }
    expectEqual(known, names(NounRoutes<Group>.changes.members))
  }

  @Test func apps() throws {
    let directory = try Bench().world.directory
    let known = try known {
      _ = try PatchDecoder.entry("web", from: $0, file: "x", in: directory) as Entry<Application>
    }
    expectEqual(known, names(NounRoutes<Application>.changes.members))
  }

  @Test func policies() throws {
    let directory = try Bench().world.directory
    let known = try known { node in
      let entries = (node.entries ?? []) + (try YAMLDocument.parse("{ name: a, require: mfa }").entries ?? [])
      _ = try PatchDecoder.policy(
        from: YAMLNode(.mapping(entries), mark: node.mark), file: "x", in: directory)
    }
    expectEqual(known, names(PolicyRoutes.changes.members).union(["name"]))
  }
}
