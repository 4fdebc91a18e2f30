import Time

extension SeededDirectory {
  /// Gives every object the creation time, and the times that follow from it.
  mutating func move(to moment: UnixTime) {
    let elapsed = moment - createdAt
    guard elapsed != .zero else { return }
    var moved = DirectoryEditor(state, at: moment)
    (moved.passwords, moved.secrets) = (editor.passwords, editor.secrets)
    for var tenant in state.tenantsInOrder {
      tenant.createdAt = moment
      moved.state.put(tenant)
    }
    for var user in state.usersInOrder {
      user.createdAt = moment
      user.passwordChangedAt = moment
      user.tokensValidFrom = moment
      moved.state.put(user)
    }
    for var group in state.groupsInOrder {
      group.createdAt = moment
      moved.state.put(group)
    }
    for var application in state.applicationsInOrder {
      application.createdAt = moment
      for index in application.secrets.indices {
        application.secrets[index].startsAt = application.secrets[index].startsAt + elapsed
        application.secrets[index].expiresAt = application.secrets[index].expiresAt + elapsed
      }
      moved.state.put(application)
    }
    editor = moved
    forgetChanges()
  }
}
