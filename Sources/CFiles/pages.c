// The pages of the documentation for those who write tests, in the order of their names. Not here is what only those read who carry this
// program on or set it up; the refusals are not, because `mockidp mcp` has resources of their own for them.
#include "CFiles.h"

static const struct mockidp_file files[] = {
    {NULL, "advice", (const unsigned char[]){
#embed "../../docs/advice.md" suffix(, 0)
    }},
    {NULL, "azure-cli", (const unsigned char[]){
#embed "../../docs/azure-cli.md" suffix(, 0)
    }},
    {NULL, "b2c", (const unsigned char[]){
#embed "../../docs/b2c.md" suffix(, 0)
    }},
    {NULL, "browser-cookies", (const unsigned char[]){
#embed "../../docs/browser-cookies.md" suffix(, 0)
    }},
    {NULL, "ci", (const unsigned char[]){
#embed "../../docs/ci.md" suffix(, 0)
    }},
    {NULL, "ci-certificates", (const unsigned char[]){
#embed "../../docs/ci-certificates.md" suffix(, 0)
    }},
    {NULL, "claims", (const unsigned char[]){
#embed "../../docs/claims.md" suffix(, 0)
    }},
    {NULL, "client-needs", (const unsigned char[]){
#embed "../../docs/client-needs.md" suffix(, 0)
    }},
    {NULL, "clients", (const unsigned char[]){
#embed "../../docs/clients.md" suffix(, 0)
    }},
    {NULL, "command-line", (const unsigned char[]){
#embed "../../docs/command-line.md" suffix(, 0)
    }},
    {NULL, "console", (const unsigned char[]){
#embed "../../docs/console.md" suffix(, 0)
    }},
    {NULL, "control-api", (const unsigned char[]){
#embed "../../docs/control-api.md" suffix(, 0)
    }},
    {NULL, "drop-in", (const unsigned char[]){
#embed "../../docs/drop-in.md" suffix(, 0)
    }},
    {NULL, "drop-in-reference", (const unsigned char[]){
#embed "../../docs/drop-in-reference.md" suffix(, 0)
    }},
    {NULL, "durability", (const unsigned char[]){
#embed "../../docs/durability.md" suffix(, 0)
    }},
    {NULL, "easy-auth", (const unsigned char[]){
#embed "../../docs/easy-auth.md" suffix(, 0)
    }},
    {NULL, "embedding", (const unsigned char[]){
#embed "../../docs/embedding.md" suffix(, 0)
    }},
    {NULL, "emulators", (const unsigned char[]){
#embed "../../docs/emulators.md" suffix(, 0)
    }},
    {NULL, "external-id", (const unsigned char[]){
#embed "../../docs/external-id.md" suffix(, 0)
    }},
    {NULL, "glossary", (const unsigned char[]){
#embed "../../docs/glossary.md" suffix(, 0)
    }},
    {NULL, "graph", (const unsigned char[]){
#embed "../../docs/graph.md" suffix(, 0)
    }},
    {NULL, "har", (const unsigned char[]){
#embed "../../docs/har.md" suffix(, 0)
    }},
    {NULL, "init", (const unsigned char[]){
#embed "../../docs/init.md" suffix(, 0)
    }},
    {NULL, "library", (const unsigned char[]){
#embed "../../docs/library.md" suffix(, 0)
    }},
    {NULL, "macos", (const unsigned char[]){
#embed "../../docs/macos.md" suffix(, 0)
    }},
    {NULL, "mail", (const unsigned char[]){
#embed "../../docs/mail.md" suffix(, 0)
    }},
    {NULL, "managed-identity", (const unsigned char[]){
#embed "../../docs/managed-identity.md" suffix(, 0)
    }},
    {NULL, "managed-identity-reference", (const unsigned char[]){
#embed "../../docs/managed-identity-reference.md" suffix(, 0)
    }},
    {NULL, "map", (const unsigned char[]){
#embed "../../docs/map.md" suffix(, 0)
    }},
    {NULL, "mcp", (const unsigned char[]){
#embed "../../docs/mcp.md" suffix(, 0)
    }},
    {NULL, "mcp-servers", (const unsigned char[]){
#embed "../../docs/mcp-servers.md" suffix(, 0)
    }},
    {NULL, "msal-net", (const unsigned char[]){
#embed "../../docs/msal-net.md" suffix(, 0)
    }},
    {NULL, "native-authentication", (const unsigned char[]){
#embed "../../docs/native-authentication.md" suffix(, 0)
    }},
    {NULL, "powershell", (const unsigned char[]){
#embed "../../docs/powershell.md" suffix(, 0)
    }},
    {NULL, "prompt", (const unsigned char[]){
#embed "../../docs/prompt.md" suffix(, 0)
    }},
    {NULL, "provisioning", (const unsigned char[]){
#embed "../../docs/provisioning.md" suffix(, 0)
    }},
    {NULL, "quick-start", (const unsigned char[]){
#embed "../../docs/quick-start.md" suffix(, 0)
    }},
    {NULL, "saml", (const unsigned char[]){
#embed "../../docs/saml.md" suffix(, 0)
    }},
    {NULL, "scenarios", (const unsigned char[]){
#embed "../../docs/scenarios.md" suffix(, 0)
    }},
    {NULL, "terraform", (const unsigned char[]){
#embed "../../docs/terraform.md" suffix(, 0)
    }},
    {NULL, "test-runners", (const unsigned char[]){
#embed "../../docs/test-runners.md" suffix(, 0)
    }},
    {NULL, "tests-api", (const unsigned char[]){
#embed "../../docs/tests-api.md" suffix(, 0)
    }},
    {NULL, "tests-browser", (const unsigned char[]){
#embed "../../docs/tests-browser.md" suffix(, 0)
    }},
    {NULL, "tests-dotnet", (const unsigned char[]){
#embed "../../docs/tests-dotnet.md" suffix(, 0)
    }},
    {NULL, "tests-go", (const unsigned char[]){
#embed "../../docs/tests-go.md" suffix(, 0)
    }},
    {NULL, "tests-junit", (const unsigned char[]){
#embed "../../docs/tests-junit.md" suffix(, 0)
    }},
    {NULL, "tests-pytest", (const unsigned char[]){
#embed "../../docs/tests-pytest.md" suffix(, 0)
    }},
    {NULL, "workloads", (const unsigned char[]){
#embed "../../docs/workloads.md" suffix(, 0)
    }},
    {NULL, "worlds", (const unsigned char[]){
#embed "../../docs/worlds.md" suffix(, 0)
    }},
    {NULL, "worlds-reference", (const unsigned char[]){
#embed "../../docs/worlds-reference.md" suffix(, 0)
    }},
    {NULL, "write-a-scenario", (const unsigned char[]){
#embed "../../docs/write-a-scenario.md" suffix(, 0)
    }},
    {NULL, "your-own-tenant", (const unsigned char[]){
#embed "../../docs/your-own-tenant.md" suffix(, 0)
    }},
};

struct mockidp_files mockidp_pages(void) {
  return (struct mockidp_files){files, sizeof files / sizeof *files};
}
