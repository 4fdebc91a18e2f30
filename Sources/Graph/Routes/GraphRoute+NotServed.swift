extension GraphRoute {
  /// Functions on collections whose names would else be taken for keys: `/users/delta`.
  static let functions: [GraphRoute] =
    ["directoryRoles", "directoryObjects"].map {
      GraphRoute(notServed: "GET", "/\($0)/delta")
    }
    + DeltaList.all.map { GraphRoute("GET", "/\($0.name)/delta", $0.permission, DeltaCalls.answer($0)) }
}
