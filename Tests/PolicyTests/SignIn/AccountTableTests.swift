import Bytes
import Expectations
import Testing
import Time

@testable import Directory
@testable import Policy

/// Every pair of obstacles, silent and not, against the account table: the earlier row decides.
struct AccountTableTests {
  struct Combination: CustomTestStringConvertible, Sendable {
    let obstacles: [AccountTable.Obstacle]
    let prompt: Prompt
    var testDescription: String { "prompt '\(prompt.rawValue)': " + obstacles.map(\.text).joined(separator: " + ") }
  }

  /// Each obstacle alone, every two together, and every three in a row, for three prompts.
  static let combinations: [Combination] = {
    let all = AccountTable.rows.map(\.obstacle)
    var sets: [[AccountTable.Obstacle]] = [[]] + all.map { [$0] }
    for (index, first) in all.enumerated() {
      for (offset, second) in all[(index + 1)...].enumerated() {
        sets.append([first, second])
        if let third = all.dropFirst(index + offset + 2).first { sets.append([first, second, third]) }
      }
    }
    return sets.filter(isPossible).flatMap { obstacles in
      [Prompt.whenNeeded, .none, .consent].map { Combination(obstacles: obstacles, prompt: $0) }
    }
  }()

  /// A user cannot both have a method and none, and what is missing is given by the user or by an administrator. Microsoft's own
  /// apps take personal accounts.
  private static func isPossible(_ obstacles: [AccountTable.Obstacle]) -> Bool {
    !(obstacles.contains(.multiFactorMissing) && obstacles.contains(.multiFactorUnregistered))
      && !(obstacles.contains(.consentMissing) && obstacles.contains(.adminConsentMissing))
      && !(obstacles.contains(.personalAccount) && obstacles.contains(.notPreauthorized))
  }

  @Test func everyObstacleIsARow() { expectEqual(AccountTable.rows.map(\.obstacle), AccountTable.Obstacle.all) }

  @Test func everyControlWithoutHelpIsARow() {
    let controls = AccountTable.rows.compactMap { row -> AccessPolicy.Control? in
      if case .control(let control) = row.obstacle { control } else { nil }
    }
    expectEqual(controls, [.block, .compliantDevice, .domainJoined, .approvedApp, .appProtection])
  }

  @Test func thereAreHundreds() { #expect(Self.combinations.count > 400) }

  @Test(arguments: combinations)
  func theFirstObstacleDecides(_ combination: Combination) throws {
    var scene = try AccountScene()
    for obstacle in combination.obstacles { scene.put(obstacle) }
    let decision = AccountDecision.evaluate(try scene.attempt(combination.prompt), in: scene.directory).decision
    guard let row = AccountTable.rows.first(where: { combination.obstacles.contains($0.obstacle) }) else {
      if case .askConsent = decision {
        expectEqual(combination.prompt, .consent)
      } else {
        expectEqual(decision, .complete)
        #expect(combination.prompt != .consent)
      }
      return
    }
    if combination.prompt == .none {
      guard case .refuse(let refusal) = decision else {
        Issue.record("\(decision) instead of \(row.silent.label)")
        return
      }
      expectEqual(refusal.kind, row.silent)
    } else {
      expectEqual(AccountTable.Interactive(decision), row.interactive)
    }
  }
}
