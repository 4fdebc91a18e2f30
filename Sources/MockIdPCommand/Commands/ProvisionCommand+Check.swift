import Crypto
import JSON
import MockIdP
import Platform
import SCIM
import Time

/// `provision check`: judges a SCIM server.
extension ProvisionCommand {
  static let checkForms = ["provision check URL [--token TEXT] [option...]", "provision check --list"]

  static let checkDetails = [
    """
    check asks the SCIM server at URL what Entra's provisioning would ask, in both dialects. It makes users and groups \
    of its own, whose names begin with mockidp-check-, and takes them away again, also after Ctrl-C.
    """,
    """
    For each answer that would not do it says what was sent, what came back, what Entra does about it and how that is \
    known, who met it in public, and how to send it again with curl.
    """,
    """
    Exits with 1 when a check fails, with --strict also when one warns. Nothing else has to run: it needs neither a \
    scenario nor a server of mockidp.
    """,
  ]

  static let checkExamples: [Manual.Example] = [
    .init("mockidp provision check http://localhost:5001/scim --token t0ken", "All checks."),
    .init(
      "mockidp provision check https://app.test/scim --ca ca.pem --only F,G4", "Leavers, and one check of groups."),
    .init("mockidp provision check http://localhost:5001/scim --access ./is-in.sh", "Is a disabled user really out?"),
    .init("mockidp provision check http://localhost:5001/scim --junit scim.xml --json", "For a CI system."),
    .init("mockidp provision check --list", "What is asked."),
  ]

  private func list(on console: Console) -> ExitCode {
    if isJSON {
      console.print(ProvisionReport.json(ofChecks: SCIMCheck.all).prettyText)
    } else {
      for line in ProvisionReport.lines(ofChecks: SCIMCheck.all, console.palette) { console.print(line) }
    }
    return .success
  }

  /// Judges the server at a URL, or prints what would be asked.
  func check(_ url: String?, on console: Console) throws -> ExitCode {
    if judge.listsOnly { return list(on: console) }
    guard let url else {
      throw UsageError("check needs the URL of a SCIM server, such as http://localhost:5001/scim", in: Self.manual.name)
    }
    let order = try judge.order(url, console, ca: server.certificateAuthority)
    let stop = SCIMStop()
    let stopCleaning = SCIMStop()
    let signals = SignalSet.blocking(SIGINT, SIGTERM)
    signals.onNext {
      stop.stop()
      signals.onNext { stopCleaning.stop() }
    }
    let today = String(SystemClock().now.iso8601.prefix(10))
    let judge = SCIMJudge(order, day: today, entropy: SystemEntropy(), stop: stop)
    var report = ProvisionReport(url: url)
    judge.judge { verdict in
      report.add(verdict)
      if !isJSON { for line in report.lines(of: verdict, console.palette) { console.print(line) } }
    }
    judge.clean(stopCleaning)
    report.leftBehind = judge.leftBehind
    report.wasStopped = stop.hasPassed
    if isJSON {
      console.print(report.json.prettyText)
    } else {
      for line in report.end(console.palette) { console.print(line) }
    }
    if let file = self.judge.junit { try TextFile.replace(file, with: report.junit) }
    if stop.hasPassed { return .interrupted }
    return report.isOK(strictly: self.judge.isStrict) ? .success : .failure
  }
}
