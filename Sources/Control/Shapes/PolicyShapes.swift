import Directory

/// Conditional Access policies. The words are those of scenario files.
enum PolicyShapes {
  private static let frequency = Shape.either(
    [.duration, .choice(["everyTime"])], expected: #"a duration such as "1h", or "everyTime""#)

  private static let described: [Shape.Member] = [
    .init("users", .list(.word), "whom it is about; everybody when left out"),
    .init("resources", .list(.word), "which APIs it is about; all when left out"),
    .init("scopes", .list(.word), "the permissions it guards; it then applies only when one of these is asked for"),
    .init(
      "workloads", .either([.choice(["all"]), .list(.word)], expected: "\"all\", or a list of apps"),
      "apps that sign in as themselves, in the place of users"),
    .init("authenticationContexts", .list(.word), "c1 to c99: it applies only when one of these is asked for"),
    .init("require", .words(AccessPolicy.Control.self), "what is demanded"),
    .init("signInFrequency", frequency, "how long a sign-in counts"),
  ]

  static let policy = Shape.named(
    "Policy",
    .object(
      [
        .required("name", .word, "its name"), .required("id", .guid, "its id"),
        .required("tenant", .word, "the tenant's short name"),
      ] + described + [.required("enabled", .flag, "whether it is in force")]))

  static let list = Shape.listing("policies", of: policy, "the policies, by their names")

  static let written: [Shape.Member] =
    [.init("tenant", .word, "the tenant's short name; contoso when left out")] + described
    + [.init("enabled", .flag, "whether it is in force")]

  static let new = Shape.named("NewPolicy", .object([.required("name", .word, "its name")] + written))
  static let changes = Shape.named("PolicyText", .object(written))
}
