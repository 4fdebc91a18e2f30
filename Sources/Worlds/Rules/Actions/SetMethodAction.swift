package import Directory

/// Has users sign in by another method from now on. Sessions that they have stay what they are.
package struct SetMethodAction: WorldAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?
  package let method: SignInMethod

  package init(user: ObjectName<User>?, to method: SignInMethod) {
    self.user = user
    self.method = method
  }

  package var summary: String { "let\(user.phrase()) sign in by \(method.rawValue)" }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      for user in try parties.users(user, in: editor.state) {
        let account = editor.state.account(of: user).id
        try editor.update(account) { $0.signsInWith = method }
      }
    }
  }
}
