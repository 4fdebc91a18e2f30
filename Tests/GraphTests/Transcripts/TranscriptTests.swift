import Directory
import Expectations
import HTTPWire
import JSON
import Scenarios
import TestSupport
import Testing
import Worlds

@testable import Policy

/// What Graph answers about each property, as it was recorded: the value alone, in lists and in `beta`, what `$filter`, `$orderby` and
/// `$search` make of it, and what comes of it when a body names it with values of every kind.
@Suite("Transcripts of properties") struct TranscriptTests {
  @Test("are as they were recorded", arguments: Transcript.Subject.all.map(\.name)) func properties(_ name: String)
    throws
  {
    let subject = try #require(Transcript.Subject.all.first { $0.name == name })
    expectGolden("properties-\(name).txt", Array(try Transcript.text(of: subject).utf8))
  }

  @Test("say what a tenant with every property shows") func tenants() throws {
    let bench = try Transcript.fullBench()
    var lines: [String] = []
    for scopes in ["Organization.Read.All", "User.Read"] {
      lines.append("# \(scopes)")
      let body = try bench.call("/v1.0/organization", authorization: try bench.token(scopes)).response.json()
      lines += body["value"]?.array?.first?.object?.members.map { "\($0.name) \($0.value.text)" } ?? []
      for name in body["value"]?.array?.first?.object?.names ?? [] {
        let id = "\(SeededDirectory.contoso)"
        let one = try bench.call(
          "/v1.0/organization/\(id)", query: "$select=\(name)", authorization: try bench.token(scopes)
        ).response.json()
        let member = one.object?.members.last
        if member?.value != body["value"]?.array?.first?[name] {
          lines.append("alone: \(name) \(member?.value.text ?? "")")
        }
      }
    }
    let token = try bench.app("Organization.ReadWrite.All", "Directory.ReadWrite.All")
    let refused = try bench.call(
      "/v1.0/organization/\(SeededDirectory.contoso)", method: "PATCH", authorization: token, body: #"{"city":"Ulm"}"#
    ).response
    lines.append("PATCH \(refused.status)")
    expectGolden("properties-organization.txt", Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  @Test("say what users, groups and apps with every property show") func whole() throws {
    let bench = try Transcript.fullBench()
    let admin = try Administrator(bench)
    var lines: [String] = []
    for subject in Transcript.Subject.all {
      let id = try Transcript.fullID(subject, bench)
      for version in ["", "/beta"] {
        lines.append("# \(version)\(subject.path)")
        let body = try admin.send("GET", "\(version)\(subject.path)/\(id)").body
        lines += body.object?.members.map { "\($0.name) \($0.value.text)" } ?? []
      }
      lines.append("# \(subject.path) with $select")
      for name in subject.properties {
        lines.append(
          try admin.send("GET", "\(subject.path)/\(id)?$select=\(name)").body.object?.members.last.map {
            "\($0.name) \($0.value.text)"
          } ?? name)
      }
    }
    expectGolden("whole-objects.txt", Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  @Test("say what the files of a world with every property are") func files() throws {
    let world = try Transcript.fullBench().world
    let tenant = try #require(world.directory.mainTenant)
    expectGolden("whole.tf", Array(TerraformExport.text(of: world, tenant: tenant).utf8))
    expectGolden("whole.yaml", Array(try WorldExport.file(of: world).utf8))
  }

  @Test("say which claims a mapping makes of users and apps") func mappedClaims() throws {
    let bench = try Transcript.fullBench()
    let directory = bench.world.directory
    let app = try #require(directory.application(named: "orders"))
    let tenant = try #require(directory.mainTenant)
    let principal = directory.servicePrincipal(of: app.id, in: tenant.id)?.id
    var lines: [String] = []
    for alias in ["zoe", "bob", "guest"] {
      let facts = ClaimsFacts(
        kind: .idToken, tenant: tenant, user: try bench.user(alias), roles: ["Clerk", "Reader"],
        client: .init(app, principal: principal), resource: .init(app, principal: principal))
      for source in MappedClaim.Source.allCases {
        lines.append("# \(alias) \(source.rawValue)")
        for id in MappedProperty.ids(of: source) ?? [] {
          let value = MappedProperty.value(
            of: MappedClaim("x", from: .property(source, id)), in: ClaimsMapping(), facts, provided: [:])
          lines.append("\(id) \(value?.text ?? "nothing")")
        }
      }
    }
    expectGolden("mapped-claims.txt", Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}
