/// Something that should hold for every input and does not for this one.
struct FuzzFinding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless `holds`; `what` is the sentence that is not true.
func require(_ holds: Bool, _ what: @autoclosure () -> String) throws(FuzzFinding) {
  guard holds else { throw FuzzFinding(what()) }
}
