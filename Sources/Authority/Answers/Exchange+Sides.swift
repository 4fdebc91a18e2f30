package import Directory
package import Policy
package import Worlds

extension Exchange {
  /// Adds what came and what is registered to the causes of a refusal, unless its cause was explained already. Where there is nothing to add,
  /// the last reason is the cause, with what the number means. A rule that refuses knows no more than its number.
  package mutating func explain(_ refusal: Refusal, in directory: DirectoryState) {
    guard causes.isEmpty else { return }
    guard shape.refusal == nil else { return noteCauses(refusal.kind.meaning) }
    let sides = RefusalSides(
      of: refusal, client: client.flatMap { directory.applications[Application.ID($0.id)] }, in: directory
    ) { [parameters] name in parameters.first { $0.name == name && !$0.value.isEmpty }?.value }
    if let sentence = sides.sentence { return explain(sentence) }
    noteCauses(reasons.last { !$0.hasPrefix("→") }, refusal.kind.meaning)
  }
}
