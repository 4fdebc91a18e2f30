package import Policy
package import Scenarios
package import Worlds

/// One answer of the service that somebody made public: a world in which it can be asked for, the requests, and what was answered.
package struct Record: Sendable {
  /// How this program stands to the record.
  package enum Standing: Sendable, Hashable {
    /// It answers so.
    case met
    /// It does not answer so yet.
    case open(OpenWork)
    /// It answers otherwise on purpose, for this reason.
    case differs(String)
  }

  /// The path below the folder of records, without its ending: `refusals/50059-device-code`.
  package let name: String
  /// What the service was seen to do, in a few words.
  package let title: String
  package let known: Knowledge
  /// When the answer was given, as exactly as its source says: `2026-08-11`, `2026-08` or `2026`.
  package let date: String
  /// Where the answer can be read.
  package let source: String
  package let standing: Standing
  /// The world, in the words of scenario files; an error when it has a word that this program does not know.
  package let scenario: Result<Scenario, ScenarioError>
  package let steps: [RecordStep]
}
