// The addresses of Microsoft Graph and the properties of its types.
#include "CFiles.h"

static const unsigned char addresses[] = {
#embed "../../data/graph-addresses.tsv"
};

static const unsigned char properties[] = {
#embed "../../data/graph-properties.tsv"
};

const unsigned char *mockidp_graph_addresses(void) { return addresses; }

size_t mockidp_graph_addresses_size(void) { return sizeof addresses; }

const unsigned char *mockidp_graph_properties(void) { return properties; }

size_t mockidp_graph_properties_size(void) { return sizeof properties; }
