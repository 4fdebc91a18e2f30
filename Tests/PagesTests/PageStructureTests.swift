import Expectations
import Testing

@testable import Pages

/// What every page owes to scripts, to keyboards and to screen readers.
struct PageStructureTests {
  static let framed = Exhibit.all.filter { $0.name != "native-client" && !isBare($0) }

  /// The pages that post an answer to the app, which have the service's form and nothing else.
  static func isBare(_ exhibit: Exhibit) -> Bool {
    exhibit.page is FormPostPage || exhibit.page is CustomerFormPostPage
  }

  @Test(arguments: framed) func saysWhichPageItIs(_ exhibit: Exhibit) throws {
    let document = try Document(exhibit.page)
    expectEqual(document.tags.first { $0["name"] == "PageID" }?["content"], exhibit.page.pageID.rawValue)
    let config = try #require(document.all("script").last)
    expectEqual(config["type"], "text/javascript")
    let lines = config.text.split(separator: "\n").map(String.init)
    expectEqual(lines.first, "//<![CDATA[")
    expectEqual(lines.last, "//]]>")
    expectEqual(lines.count, 3)
    #expect(lines[1].hasPrefix("$Config={\"pgid\":\"\(exhibit.page.pageID.rawValue)\",\"sErrorCode\":\""))
    #expect(lines[1].hasSuffix("\"};"))
    expectEqual(lines[1].ranges(of: "};").count, 1, "programs read up to the first of these")
  }

  @Test(arguments: framed) func bearsTheMark(_ exhibit: Exhibit) throws {
    #expect(try Document(exhibit.page).text.contains("mockidp — test authority"))
  }

  @Test(arguments: Exhibit.all) func hasLanguageTitleAndNothingFromOutside(_ exhibit: Exhibit) throws {
    let document = try Document(exhibit.page)
    if !Self.isBare(exhibit) { expectEqual(document.all("html").first?["lang"], "en") }
    expectEqual(document.all("title").count, 1)
    let given = [
      "http://localhost:4200/", "msauth.com.example.mobile://", "https://app.example/", "/", "data:image/svg+xml,", "#",
    ]
    for tag in document.tags {
      expectNil(tag["style"], "inline style in \(tag.name)")
      #expect(!tag.attributes.keys.contains { $0.hasPrefix("on") }, "handler in \(tag.name)")
      for attribute in ["src", "href", "action", "srcset", "data", "poster", "formaction"] {
        guard let address = tag[attribute] else { continue }
        #expect(given.contains { address.hasPrefix($0) }, "\(address)")
      }
    }
    #expect(!Stylesheet.element.bytes.contains("url(".utf8))
    #expect(!Stylesheet.element.bytes.contains("@import".utf8))
  }

  /// One that says `$Config`, or one that submits the form.
  @Test(arguments: Exhibit.all) func hasOneScriptAtMost(_ exhibit: Exhibit) throws {
    expectEqual(try Document(exhibit.page).all("script").count, exhibit.name == "native-client" ? 0 : 1)
  }

  @Test(arguments: Exhibit.all) func idsAreUniqueAndReferencesResolve(_ exhibit: Exhibit) throws {
    let document = try Document(exhibit.page)
    let ids = document.tags.compactMap { $0["id"] }
    expectEqual(Set(ids).count, ids.count)
    for attribute in ["for", "aria-describedby", "aria-labelledby"] {
      for id in document.tags.compactMap({ $0[attribute] }).flatMap({ $0.split(separator: " ") }) {
        #expect(ids.contains(String(id)), "\(attribute) \(id)")
      }
    }
  }

  @Test(arguments: Exhibit.all) func everyFieldHasALabelAndAFaultIsTiedToIt(_ exhibit: Exhibit) throws {
    let document = try Document(exhibit.page)
    let labelled = Set(document.all("label").compactMap { $0["for"] })
    for input in document.tags where ["input", "textarea", "select"].contains(input.name) {
      guard input["type"] != "hidden", input["type"] != "submit", input["hidden"] == nil else { continue }
      #expect(labelled.contains(input["id"] ?? ""), "\(input)")
      if input["type"] != "checkbox" { expectNotNil(input["autocomplete"], "\(input)") }
      if input["aria-invalid"] != nil {
        if input.name == "input" { expectEqual(input["class"], "has-error") }
        let fault = (input["aria-describedby"] ?? "").split(separator: " ").first.flatMap {
          document.element(id: String($0))
        }
        expectEqual(fault?["role"], "alert")
        expectNotNil(input["autofocus"], "focus belongs on the faulty field")
      }
    }
    #expect(document.tags.filter { $0["autofocus"] != nil }.count <= 1)
  }

  @Test(arguments: framed) func headingsDescendFromOne(_ exhibit: Exhibit) throws {
    let levels = try Document(exhibit.page).tags.map(\.name).filter { ["h1", "h2", "h3"].contains($0) }
    expectEqual(levels.filter { $0 == "h1" }.count, 1)
    expectEqual(levels.first, "h1")
  }

  @Test(arguments: Exhibit.all) func enterPressesTheMainButton(_ exhibit: Exhibit) throws {
    let document = try Document(exhibit.page)
    // A button that names another form is not of the form around it, and the Enter key passes it over (HTML: "implicit submission").
    let ofOthers = document.tags.filter { $0["type"] == "submit" && $0["form"] != nil }
    for button in ofOthers {
      #expect(document.all("form").contains { $0["id"] == button["form"] && $0["id"] != "i0281" })
      expectEqual(button["value"].flatMap(PageAction.init(rawValue:)), .resetPassword)
    }
    let buttons = document.tags.filter { $0["type"] == "submit" && $0["form"] == nil }
    if let main = buttons.firstIndex(where: { $0["id"] == "idSIButton9" }) {
      expectEqual(main, 0)
      expectEqual(buttons[main].name, "input")
      expectNil(buttons[main]["name"], "the main button posts no field of its own")
    }
    for button in buttons.dropFirst() {
      let action = button["name"] == "action" ? button["value"] : PageAction.cancel.rawValue
      expectNotNil(PageAction(rawValue: action ?? ""))
    }
  }

  @Test(arguments: Exhibit.all) func formsPostTheirHiddenFields(_ exhibit: Exhibit) throws {
    let document = try Document(exhibit.page)
    for form in document.all("form") {
      expectEqual(form["method"]?.lowercased(), "post")
      guard !Self.isBare(exhibit) else { continue }
      expectEqual(form["action"], "/contoso/login")
      expectEqual(document.field("ctx")?["value"], "a1b2")
    }
    // Users under "Who is here" have a form of their own, behind the one that scripts fill in.
    let offersPeople = (exhibit.page as? SignInPage)?.people.isEmpty == false
    // So has the way to a new password, whose buttons stand within the form that scripts fill in.
    let canReset = (exhibit.page as? PasswordPage)?.canReset == true
    #expect(document.all("form").count <= (offersPeople || canReset ? 2 : 1))
    guard !Self.isBare(exhibit) else { return }
    expectEqual(document.all("input").filter { $0["name"] == "ctx" }.count, document.all("form").count)
  }

  @Test(arguments: Exhibit.all) func isSmall(_ exhibit: Exhibit) { #expect(exhibit.page.html().count < 16_384) }

  @Test func samePageGivesSameBytes() {
    for exhibit in Exhibit.all { expectEqual(exhibit.page.html(), exhibit.page.html()) }
  }
}

extension [UInt8] {
  fileprivate func contains(_ needle: String.UTF8View) -> Bool {
    let needle = Array(needle)
    return indices.contains { self[$0...].starts(with: needle) }
  }
}
