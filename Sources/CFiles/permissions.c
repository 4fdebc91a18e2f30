// The permissions of Microsoft Graph.
#include "CFiles.h"

static const unsigned char permissions[] = {
#embed "../../data/graph-permissions.tsv"
};

const unsigned char *mockidp_graph_permissions(void) { return permissions; }

size_t mockidp_graph_permissions_size(void) { return sizeof permissions; }
