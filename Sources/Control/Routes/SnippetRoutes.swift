import Scenarios

/// The calls under `/snippets`: the configuration of client libraries for a world, as `mockidp snippet` prints it.
enum SnippetRoutes {
  private static let head: [Shape.Member] = [
    .required("name", .word, "the name of the snippet"), .required("summary", .word, "the library"),
  ]

  static let group = RouteGroup(
    name: "Snippets", summary: "What client libraries have to be told.",
    routes: [
      ControlRoute(
        .get, "/snippets", "listSnippets", "The client libraries that there is a snippet for.",
        answers: [
          .ok(.listing("snippets", of: .named("SnippetSummary", .object(head)), "the snippets"), "The snippets.")
        ], SnippetHandlers.list),
      ControlRoute(
        .get, "/snippets/{snippet}", "showSnippet",
        "The configuration of one library, with the addresses and ids of the world.",
        parameters: [.path("snippet", "the name of a snippet, such as msal-python")],
        answers: [
          .ok(
            .named("Snippet", .object(head + [.required("text", .word, "the text to copy")])), "The configuration.")
        ], SnippetHandlers.show),
    ])
}
