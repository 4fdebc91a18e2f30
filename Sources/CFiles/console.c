// The files of the console: content type, path below `/_mockidp/` and file of each.
#include "CFiles.h"

static const struct mockidp_file files[] = {
    {"text/javascript; charset=utf-8", "console/api.js", (const unsigned char[]){
#embed "../Console/Files/api.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/catalogue.js", (const unsigned char[]){
#embed "../Console/Files/catalogue.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/clock.js", (const unsigned char[]){
#embed "../Console/Files/clock.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/diagram.js", (const unsigned char[]){
#embed "../Console/Files/diagram.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/dom.js", (const unsigned char[]){
#embed "../Console/Files/dom.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/exchange.js", (const unsigned char[]){
#embed "../Console/Files/exchange.js" suffix(, 0)
    }},
    {"image/svg+xml", "console/icon.svg", (const unsigned char[]){
#embed "../Console/Files/icon.svg" suffix(, 0)
    }},
    {"text/html; charset=utf-8", "", (const unsigned char[]){
#embed "../Console/Files/index.html" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/live.js", (const unsigned char[]){
#embed "../Console/Files/live.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/mail.js", (const unsigned char[]){
#embed "../Console/Files/mail.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/main.js", (const unsigned char[]){
#embed "../Console/Files/main.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/provisioning.js", (const unsigned char[]){
#embed "../Console/Files/provisioning.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/rules.js", (const unsigned char[]){
#embed "../Console/Files/rules.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/saml.js", (const unsigned char[]){
#embed "../Console/Files/saml.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/sign-ins.js", (const unsigned char[]){
#embed "../Console/Files/sign-ins.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/start.js", (const unsigned char[]){
#embed "../Console/Files/start.js" suffix(, 0)
    }},
    {"text/css; charset=utf-8", "console/style.css", (const unsigned char[]){
#embed "../Console/Files/style.css" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/token.js", (const unsigned char[]){
#embed "../Console/Files/token.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/world.js", (const unsigned char[]){
#embed "../Console/Files/world.js" suffix(, 0)
    }},
    {"text/javascript; charset=utf-8", "console/worlds.js", (const unsigned char[]){
#embed "../Console/Files/worlds.js" suffix(, 0)
    }},
};

struct mockidp_files mockidp_console(void) {
  return (struct mockidp_files){files, sizeof files / sizeof *files};
}
