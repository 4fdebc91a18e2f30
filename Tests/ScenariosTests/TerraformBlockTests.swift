import Expectations
import Testing

@testable import Scenarios

@Suite("A block of Terraform's language") struct TerraformBlockTests {
  @Test(
    "quotes texts so that nothing in them begins a template",
    arguments: [
      ("plain", "\"plain\""), ("say \"hi\"", "\"say \\\"hi\\\"\""), ("C:\\x", "\"C:\\\\x\""),
      ("a\nb\tc\r", "\"a\\nb\\tc\\r\""),
      ("${path.root}", "\"$${path.root}\""), ("%{if x}", "\"%%{if x}\""), ("$5 {a}", "\"$5 {a}\""),
      ("\u{1}", "\"\\u0001\""), ("Zoë 🎈", "\"Zoë 🎈\""),
    ])
  func quotes(_ text: String, _ written: String) { expectEqual(TerraformBlock.quoted(text), written) }

  @Test("is written as terraform fmt writes it") func form() {
    var inner = TerraformBlock("web")
    inner.set(
      "redirect_uris",
      [
        "https://a.example/" + String(repeating: "a", count: 40),
        "https://b.example/" + String(repeating: "b", count: 40),
      ])
    inner.set("logout_url", "https://a.example/out")
    var block = TerraformBlock("resource", "azuread_application", "a")
    block.set("display_name", "A")
    block.set("sign_in_audience", "AzureADMyOrg", note: "its own tenant")
    block.set("nothing", nil as String?)
    block.set("none", [])
    block.set("enabled", true, unless: true)
    block.set("count", .number(2))
    block.add(comment: "A remark.")
    block.set("owner", .reference("azuread_user.alice.object_id"))
    block.add(inner)
    block.add(TerraformBlock("empty"))
    expectEqual(
      block.text(),
      """
      resource "azuread_application" "a" {
        display_name     = "A"
        sign_in_audience = "AzureADMyOrg" # its own tenant
        count            = 2
        # A remark.
        owner = azuread_user.alice.object_id

        web {
          redirect_uris = [
            "https://a.example/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "https://b.example/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
          ]
          logout_url = "https://a.example/out"
        }
      }

      """)
    expectEqual(TerraformBlock("import").text(), "import {}\n")
  }

  @Test(
    "has a name of its own",
    arguments: [
      (["alice"], "alice"), (["Require MFA (all)"], "Require_MFA__all_"), (["7up"], "_7up"), (["-x"], "_-x"),
      ([""], "_"),
      (["Zoë"], "Zo__"), (["a", "a"], "a_2"), (["a", "A", "a"], "a_3"), (["a b", "a-b", "a_b"], "a_b_2"),
    ])
  func naming(_ wanted: [String], _ last: String) {
    var names = TerraformNames()
    expectEqual(wanted.map { names.name(of: "azuread_user", like: $0) }.last, last)
    expectEqual(names.name(of: "azuread_group", like: wanted[0]), TerraformNames().first(wanted[0]))
  }
}

extension TerraformNames {
  fileprivate func first(_ wanted: String) -> String {
    var names = self
    return names.name(of: "azuread_group", like: wanted)
  }
}
