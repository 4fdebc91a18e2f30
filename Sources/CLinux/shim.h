#pragma once
// System calls and constants that the Glibc module leaves out. No _GNU_SOURCE here: with it, glibc's structures would
// differ from the ones Swift's own Glibc module was built with.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
