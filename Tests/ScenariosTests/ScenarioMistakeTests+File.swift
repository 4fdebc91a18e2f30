import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

extension ScenarioMistakeTests {
  @Test(
    "in the file as a whole and its simple keys",
    arguments: [
      Mistake(
        "no document",
        "- a\n- b\n",
        "1:1: a scenario is a mapping; begin with 'scenario: its-name'"),
      Mistake(
        "a word",
        "hello\n",
        "1:1: a scenario is a mapping; begin with 'scenario: its-name'"),
      Mistake(
        "nothing at all",
        "",
        "1:1: a scenario needs 'scenario', its name"),
      Mistake(
        "a key twice",
        "scenario: x\nclock: {}\nclock: {}\n",
        "3:1: the key clock stands here twice"),
      Mistake(
        "second document",
        "scenario: x\n---\nscenario: y\n",
        "2:1: there is a second document"),
      Mistake(
        "unknown key near a known one",
        "scenario: x\nclok: { start: 2026-01-05 }\n",
        "2:1: unknown key 'clok'; did you mean 'clock'?"),
      Mistake(
        "unknown key like none",
        "scenario: x\nbanana: 1\n",
        "2:1: unknown key 'banana'. Known here: scenario, extends, summary, docs, signIn, clock, ids, world, staySignedIn, asksWhomToSignOut, graphTokenNonce, issuer, adopt, unknownPermissions, unknownResources, replication, loops, machine, mail, externalId, identityHeader, deviceCode, rules, expect"
      ),
      Mistake(
        "an identity of a machine that is none",
        "scenario: x\nmachine: { identities: [identity, daemon] }\n",
        "2:35: 'daemon' is not a managed identity; give it 'managedIdentity', or leave it out"),
      Mistake(
        "a region with blanks",
        "scenario: x\nmachine: { region: West Europe }\n",
        "2:20: 'region' is a region such as westeurope here, not 'West Europe'"),
      Mistake(
        "a machine's unknown key",
        "scenario: x\nmachine: { regoin: westeurope }\n",
        "2:12: unknown key 'regoin'; did you mean 'region'?"),
      Mistake(
        "a managed identity that is not a resource",
        "scenario: x\nworld: { apps: { w: { managedIdentity: user } } }\n",
        "2:40: 'managedIdentity' is systemAssigned, userAssigned, or an Azure resource id (/subscriptions/ID/resourceGroups/GROUP/providers/…) here, not 'user'"
      ),
      Mistake(
        "missing name",
        "summary: no name\n",
        "1:1: a scenario needs 'scenario', its name"),
      Mistake(
        "misspelt name key",
        "scenaro: x\n",
        "1:1: unknown key 'scenaro'; did you mean 'scenario'?"),
      Mistake(
        "empty name",
        "scenario: ''\n",
        "1:11: 'scenario' is a name here, not an empty text"),
      Mistake(
        "name is null",
        "scenario:\n",
        "1:1: a scenario needs 'scenario', its name"),
      Mistake(
        "name with blanks",
        "scenario: My Scenario\n",
        "1:11: 'My Scenario' is not a name of a scenario; use small letters, digits and '-'"),
      Mistake(
        "name is a list",
        "scenario: [x]\n",
        "1:11: 'scenario' is a name here, not a list"),
      Mistake(
        "summary is a mapping",
        "scenario: x\nsummary: { a: b }\n",
        "2:10: 'summary' is a text here, not a mapping"),
      Mistake(
        "docs is a list",
        "scenario: x\ndocs: [a]\n",
        "2:7: 'docs' is a text here, not a list"),
      Mistake(
        "signIn",
        "scenario: x\nsignIn: atuo\n",
        "2:9: 'signIn' is pages or auto here, not 'atuo'"),
      Mistake(
        "staySignedIn",
        "scenario: x\nstaySignedIn: ask\n",
        "2:15: 'staySignedIn' is true or false here, not 'ask'"),
      Mistake(
        "signIn is a list",
        "scenario: x\nsignIn: [auto]\n",
        "2:9: 'signIn' is pages or auto here, not a list"),
      Mistake(
        "clock is a text",
        "scenario: x\nclock: 2026-01-05\n",
        "2:8: 'clock' is a mapping here, not '2026-01-05'"),
      Mistake(
        "clock key",
        "scenario: x\nclock: { strat: 2026-01-05 }\n",
        "2:10: unknown key 'strat'; did you mean 'start'?"),
      Mistake(
        "no time",
        "scenario: x\nclock: { start: tomorrow }\n",
        "2:17: 'start' is a time such as 2026-01-31T09:00:00Z here, not 'tomorrow'"),
      Mistake(
        "no day",
        "scenario: x\nclock: { start: 2026-02-30 }\n",
        "2:17: 'start' is a time such as 2026-01-31T09:00:00Z here, not '2026-02-30'"),
      Mistake(
        "frozen without start",
        "scenario: x\nclock: { frozen: true }\n",
        "2:18: a frozen clock needs 'start', the time it stands at"),
      Mistake(
        "frozen: yes",
        "scenario: x\nclock: { start: 2026-01-05, frozen: yes }\n",
        "2:37: 'frozen' is true or false here, not 'yes'"),
    ])
  func inTheFile(_ c: Mistake) { expectEqual(Self.message(of: c.text), "x.yaml:" + c.message) }
}
