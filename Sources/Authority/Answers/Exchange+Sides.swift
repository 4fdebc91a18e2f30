package import Directory
package import Policy
package import Worlds

extension Exchange {
  /// Adds what came and what is registered to the causes of a refusal, unless its cause was explained already.
  package mutating func explain(_ refusal: Refusal, in directory: DirectoryState) {
    guard causes.isEmpty, rules.isEmpty else { return }
    let sides = RefusalSides(
      of: refusal, client: client.flatMap { directory.applications[Application.ID($0.id)] }, in: directory
    ) { [parameters] name in parameters.first { $0.name == name && !$0.value.isEmpty }?.value }
    if let sentence = sides.sentence { explain(sentence) }
  }
}
