import Worlds

@testable import Scenarios

extension Scenario {
  /// What the file changes in the seeds.
  var patch: WorldPatch { (language as? FileLanguage)?.patch ?? WorldPatch() }
}
