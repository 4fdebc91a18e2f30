import JSON

extension VerifyCommand {
  func run(on console: Console) throws -> ExitCode {
    let body = try body()
    let answer = try ask(RemoteServer.find(server, on: console), body)
    if let junit { try TextFile.replace(junit, with: JUnitReport(answer: answer).text) }
    let report = VerdictReport(answer: answer)
    if isJSON {
      console.print(answer.prettyText)
    } else if answer["expectations"]?.array?.isEmpty != false {
      console.print("the scenario expects nothing; say what you do with --expect event=signIn,count=1")
    } else {
      console.write(report.text(console.palette))
      if let incomplete = answer["incomplete"]?.string { console.note(incomplete) }
    }
    return report.isOK ? .success : .failure
  }

  /// The text of the file is sent unchanged, so that the server's errors have the lines of the file.
  private func body() throws(CommandError) -> [UInt8] {
    if let file { return Array(try TextFile.read(file).utf8) }
    return inline.map { JSONValue.object(["expect": $0]).serialized } ?? []
  }

  /// Turns the server's refusal of malformed expectations into a mistake of the command line.
  private func ask(_ server: RemoteServer, _ body: [UInt8]) throws -> JSONValue {
    do {
      return try server.control("POST", "/verify", bytes: body)
    } catch let error as RemoteRefusal where error.status == 400 {
      throw CommandError(file.map { "\($0): \(error.detail)" } ?? "\(error)", .usage)
    }
  }
}
