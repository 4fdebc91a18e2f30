/// Asks a running server whether it answers, for the health check of a container.
struct HealthCommand: Command {
  static let quiet = Option.flag("--quiet", "Print nothing; the exit code tells.")

  static let manual = Manual(
    name: "health", summary: "ask a running server whether it is well", forms: ["health [--quiet]"],
    details: ["Exits with 0 when the server answers and 1 when it does not."],
    options: [quiet] + ServerLocation.options,
    examples: [
      .init("mockidp health", "The server on this machine."),
      .init("HEALTHCHECK CMD [\"mockidp\", \"health\", \"--quiet\"]", "In a Dockerfile."),
    ])

  let isQuiet: Bool
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    isQuiet = arguments.has(Self.quiet)
    server = try ServerLocation(arguments)
  }
}
