/// Ends the process because OpenSSL cannot hash or give random bytes: it is set up without them or is out of memory.
/// No input leads here. To go on would mean digests that equal everything.
func endForBrokenLibrary(_ task: String) -> Never { fatalError("\(CryptoError.drainingQueue(task))") }
