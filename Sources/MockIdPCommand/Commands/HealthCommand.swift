/// Asks a running server whether it answers, for the health check of a container.
struct HealthCommand: Command {
  static let ready = Option.flag(
    "--ready", "Ask whether the server is ready to serve, and not only whether it answers.")
  static let quiet = Option.flag("--quiet", "Print nothing; the exit code tells.")

  static let manual = Manual(
    name: "health", summary: "ask a running server whether it is well", forms: ["health [--ready] [--quiet]"],
    details: [
      "Exits with 0 when the server answers and 1 when it does not.",
      "With --ready it exits with 1 too while a condition does not hold, and says which.",
    ],
    options: [ready, quiet] + ServerLocation.options,
    examples: [
      .init("mockidp health", "The server on this machine."),
      .init("mockidp health --ready", "Whether it serves already."),
      .init("HEALTHCHECK CMD [\"mockidp\", \"health\", \"--quiet\"]", "In a Dockerfile."),
    ])

  let asksWhetherReady: Bool
  let isQuiet: Bool
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    asksWhetherReady = arguments.has(Self.ready)
    isQuiet = arguments.has(Self.quiet)
    server = try ServerLocation(arguments)
  }
}
