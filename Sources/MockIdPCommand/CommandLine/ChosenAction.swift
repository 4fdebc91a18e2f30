/// A word of a command, and what stands behind it.
struct ChosenAction: Sendable, Hashable {
  var word = ""
  var operands: [String] = []
}
