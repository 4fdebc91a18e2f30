import Testing

@testable import Scenarios
@testable import Worlds

/// Mistakes in scenario texts with the one line that each is told by.
@Suite("Scenario mistakes") struct ScenarioMistakeTests {
  struct Mistake: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// What follows the file's name.
    let message: String

    init(_ description: String, _ text: String, _ message: String) {
      testDescription = description
      self.text = text
      self.message = message
    }
  }

  /// Lists that grow with the program.
  enum Known {
    static let events = Exchange.Event.allCases.map(\.rawValue).joined(separator: ", ")
    static let endpoints =
      EndpointName.allCases.filter { $0 != .unknown }.map(\.rawValue).joined(separator: ", ")
    static let actions = ActionTable.keys.joined(separator: ", ")
  }

  static func message(of text: String) -> String? {
    do throws(ScenarioError) {
      _ = try ScenarioDecoder.scenario(from: Array(text.utf8), file: "x.yaml")
      return nil
    } catch {
      return "\(error)"
    }
  }
}
