// The permissions of Microsoft Graph, and Microsoft's own apps.
#include "CFiles.h"

static const unsigned char permissions[] = {
#embed "../../data/graph-permissions.tsv"
};

const unsigned char *mockidp_graph_permissions(void) { return permissions; }

size_t mockidp_graph_permissions_size(void) { return sizeof permissions; }

static const unsigned char apps[] = {
#embed "../../data/microsoft-apps.tsv"
};

const unsigned char *mockidp_microsoft_apps(void) { return apps; }

size_t mockidp_microsoft_apps_size(void) { return sizeof apps; }
