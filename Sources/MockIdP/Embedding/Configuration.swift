/// The settings of an embedded server. Every default suits a test: free ports, loopback only, and a certificate
/// authority and a world that are removed with the server.
public struct Configuration: Sendable {
  /// The address to listen on: a numeric one of this machine, or `localhost` for both loopback addresses.
  public var host = "127.0.0.1"
  /// The port for HTTPS; 0 takes a free one.
  public var httpsPort: UInt16 = 0
  /// The port for plain HTTP, which is also the port of the forward proxy; 0 takes a free one.
  public var httpPort: UInt16 = 0
  /// Names that the certificate is valid for, in addition to `localhost`, the names under it, and Microsoft's names.
  public var hostnames: [String] = []
  /// With a seed, ids and codes are the same in every run, and the signing keys are fixed and published ones. With
  /// nil all are new in each run, and the first token waits until a key is made, which takes tens to hundreds of
  /// milliseconds.
  public var seed: UInt64? = 1
  /// The directory for the certificate authority and the signing keys. Set it to trust one authority in all runs. Nil
  /// takes a directory that is removed with the server.
  public var home: String?

  /// The defaults of all settings.
  public init() {}
}
