/// Holds an answer of the real service against what mockidp answers.
struct CompareCommand: Command {
  static let request = Option.value(
    "--request", "REQUEST",
    "Method and URL, for an answer alone, as 'GET https://graph.microsoft.com/v1.0/me'.")
  static let source = Option.value("--source", "URL", "Where others can read the answer; it stands in the record.")
  static let write = Option.value("--write", "FOLDER", "Write the record into FOLDER.")

  static let manual = Manual(
    name: "compare", summary: "hold an answer of the real service against mockidp's",
    forms: ["compare FILE [--request REQUEST] [--source URL] [--write FOLDER]"],
    details: [
      """
      FILE is a HAR file of a browser, what 'curl -i' or 'curl -v' prints, or a JWT. mockidp makes a record of it, plays the record \
      in a world of its own, and prints what differs. A file that ends in .yaml is a record already.
      """,
      """
      A record has nothing that belongs to you: names, ids, secrets, codes and tokens of FILE are replaced by those of the seeded \
      world, or left out. Only words that are the service's own come through. Read the record before you show it to others.
      """,
      "Exits with 1 when mockidp answers otherwise.",
    ],
    options: [request, source, write],
    examples: [
      .init("mockidp compare login.microsoftonline.com.har", "The last refusal in a HAR file, else the last answer."),
      .init("mockidp compare answer.txt --write .", "What 'curl -i' printed, and a record of it in this folder."),
      .init("mockidp compare token.jwt", "The claims of a token and their order."),
    ])

  let file: String
  /// Method and URL.
  let asked: (method: String, url: String)?
  let source: String
  let folder: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    file = try arguments.next("the file with an answer of the service")
    source = arguments.value(Self.source) ?? "a capture of one's own"
    folder = arguments.value(Self.write)
    guard let text = arguments.value(Self.request) else {
      asked = nil
      return
    }
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2, words[1].hasPrefix("https://") || words[1].hasPrefix("http://") else {
      throw arguments.error("--request takes a method and a URL, such as 'GET https://graph.microsoft.com/v1.0/me'")
    }
    asked = (words[0], words[1])
  }
}
