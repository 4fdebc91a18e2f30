/// What an embedded server is started with. Every default suits a test: free ports, loopback only, a certificate authority and a
/// world that are thrown away with the server.
public struct Configuration: Sendable {
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port for HTTPS; 0 takes a free one.
  public var httpsPort: UInt16 = 0
  /// The port for plain HTTP, which is the forward proxy as well; 0 takes a free one.
  public var httpPort: UInt16 = 0
  /// Names that the certificate is good for beside `localhost`, everything under it, and Microsoft's.
  public var hostnames: [String] = []
  /// Makes ids, codes and signing keys the same in every run, the keys being fixed and published ones. With nil they are new each
  /// time, and the first token waits until a key was found (tens to hundreds of milliseconds).
  public var seed: UInt64? = 1
  /// Where certificate authority and keys are kept, for an authority that stays trusted from run to run. Nil takes a directory that
  /// is removed with the server.
  public var home: String?

  public init() {}
}
