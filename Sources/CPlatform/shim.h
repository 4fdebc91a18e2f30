#pragma once
// System calls and constants that Swift does not import, or imports differently on Linux and on macOS. No _GNU_SOURCE here: with it,
// glibc's structures would differ from the ones that Swift's own Glibc module was built with.
//
// What only Linux has is used where MOCKIDP_LINUX is defined. A build with MOCKIDP_DISPATCH uses what macOS has as well, so that this
// path can be tested on Linux; see scripts/test-dispatch.
#if defined(__linux__) && !defined(MOCKIDP_DISPATCH)
#define MOCKIDP_LINUX 1
#endif

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sockets.h"
#include "readiness.h"
#include "processes.h"
#include "signals.h"
#include "namespaces.h"
#include "figures.h"
