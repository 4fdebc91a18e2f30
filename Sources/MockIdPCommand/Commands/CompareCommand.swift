/// Holds an answer of the real service against what mockidp answers.
struct CompareCommand: Command {
  static let manual = Manual(
    name: "compare", summary: "hold an answer of the real service against mockidp's",
    forms: ["compare FILE..."],
    details: [
      """
      FILE is a record: what the service was seen to answer. It is played in a world of its own, and what differs is printed.
      """
    ],
    options: [],
    examples: [
      .init("mockidp compare record.yaml", "Plays a record, and says what differs.")
    ])

  let files: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    files = [try arguments.next("the file with an answer")] + arguments.remaining()
  }
}
