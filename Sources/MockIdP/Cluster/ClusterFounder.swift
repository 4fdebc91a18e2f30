#if CLUSTER
  import Bytes
  import Cluster
  import Crypto
  import JOSE
#endif

/// Makes a cluster: its tables, and the keys that its servers share.
package enum ClusterFounder {
  /// What was made.
  package struct Founded: Sendable, Hashable {
    /// The database, without its password.
    package let place: String
    /// False for a cluster that was there, in which a role got its rights.
    package let isNew: Bool
    /// Whether the key file was made too.
    package let hasMadeKeyFile: Bool
  }

  /// Makes the tables in the database of `settings`, and the key file when there is none.
  /// - Parameters:
  ///   - settings: the database, the schema and the key file.
  ///   - controlToken: the token of the control API that all servers take.
  ///   - role: a role of PostgreSQL that gets the rights of a server.
  /// - Returns: what was made.
  /// - Throws: an error whose description is one sentence with the remedy.
  package static func found(_ settings: ClusterSettings, controlToken: String, role: String?) throws -> Founded {
    #if CLUSTER
      let (clock, entropy) = (SystemClock(), SystemEntropy())
      var content = try Files.read(settings.keyFile, isTrusted: true)
      let hasKey = content != nil
      if !hasKey {
        let made = Hex.encode(entropy.bytes(32)) + "\n"
        try Files.write(made, to: settings.keyFile, mode: 0o600)
        content = Array(made.utf8)
      }
      let key = try ClusterKey(content ?? [], path: settings.keyFile)
      func pair(_ authority: CertificateAuthority) throws -> ClusterSecrets.PEMPair {
        ClusterSecrets.PEMPair(certificate: try authority.certificate.pem(), key: try authority.key.pem())
      }
      var keys: [String: String] = [:]
      for place in ["current", "next", "retired", "personal"] {
        let signer = place == "personal" ? SigningKey.personalSigner : Certificate.globalSigner
        keys[place] = try SigningKey.make(signer: signer, now: clock.now, entropy: entropy).pem()
      }
      let secrets = ClusterSecrets(
        authority: try pair(CertificateAuthority.create(now: clock.now, entropy: entropy)),
        relayAuthority: try pair(CertificateAuthority.create(now: clock.now, entropy: entropy)),
        signingKeys: keys, controlToken: controlToken)
      do {
        let (place, isNew) = try ClusterFounding.found(
          settings.conninfo, schema: settings.schema, key: key, secrets: secrets, role: role, entropy: entropy)
        return Founded(place: place, isNew: isNew, hasMadeKeyFile: !hasKey)
      } catch {
        // A key that opens nothing would be taken for the cluster's the next time.
        if !hasKey { Files.remove(settings.keyFile) }
        throw error
      }
    #else
      throw StartError(ClusterSettings.leftOut)
    #endif
  }
}
