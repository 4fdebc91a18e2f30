/// Sets who answers the sign-in pages from now on: a person or the server, and how the server answers.
package struct SetSignInAction: WorldAction {
  /// Who answers.
  package let signIn: WorldSettings.SignIn
  /// How the server answers.
  package let persona: Persona
  /// How it answers for single users, by alias.
  package let personas: [String: Persona]

  /// Takes over the answers of these settings; their other members do not count.
  package init(_ settings: WorldSettings) {
    signIn = settings.signIn
    persona = settings.persona
    personas = settings.personas
  }

  package var summary: String {
    switch signIn {
    case .pages: "leave the sign-in pages to a person"
    case .auto: "let the server answer the sign-in pages"
    }
  }

  package var isTraced: Bool { false }

  package func perform(in world: World, for parties: Parties) {
    world.changeSettings { settings in
      settings.signIn = signIn
      settings.persona = persona
      settings.personas = personas
    }
  }
}
