package import Directory
import Time

extension World {
  /// Switches an app on or off, with its service principals in every tenant.
  package func setEnabled(_ isEnabled: Bool, application: Application.ID) throws {
    try edit { try $0.setEnabled(isEnabled, application) }
  }

  /// Ends the app's secrets now; those that have ended stay as they are.
  package func expireSecrets(of application: Application.ID) throws {
    let now = clock.now
    try change { directory in
      _ = directory.updateApplication(application) { application in
        for index in application.secrets.indices {
          application.secrets[index].expiresAt = min(application.secrets[index].expiresAt, now)
        }
      }
    }
  }
}
