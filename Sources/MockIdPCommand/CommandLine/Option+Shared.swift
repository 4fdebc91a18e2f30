/// Options that several commands have.
extension Option {
  static let scenario = value(
    "--scenario", "NAME|FILE", "What will happen: a scenario of the library or a file (default happy-path).")
  static let hostname = value(
    "--hostname", "NAME", isRepeatable: true, "A further name the server goes by; also in its certificate.")
  static let seed = value("--seed", "NUMBER", "Make ids, codes and keys the same in every run.")
  static let verbose = flag("--verbose", "One line for each exchange, on standard error.")
  static let junit = value("--junit", "FILE", "Also write the result as JUnit XML.")
  static let proxy = flag("--proxy", "For apps that stay as they are: Microsoft's names, through the proxy.")
  static let browser = flag(
    "--browser", "Also write certificate databases for Chromium and Firefox, with certutil.")
  static let productAuthority = value(
    "--product-ca", "FILE", "Whom to trust for apps that users are provisioned into (PEM).")
  static let directory = value(
    "--directory", "DIR", "Keep the certificate files there (default: trust in the home directory).")
}
