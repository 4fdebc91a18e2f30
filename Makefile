# mockidp — everything a person or a CI job runs. `make` alone says what there is.
#
# A fresh Debian or Ubuntu needs make and the Swift toolchain; `make deps` installs the rest, as root or through sudo.

SCENARIO ?= happy-path
# For each target of `make fuzz`, 60 when empty; and which, all when empty: make fuzz SECONDS=600 TARGETS="json form"
SECONDS ?=
TARGETS ?=
# What `make serve` passes on: make serve ARGS="--https-port 0 --verbose"
ARGS ?=

BINARY := .build/release/mockidp
# The static executable has a build directory of its own, so that it and `build` leave each other's objects alone.
STATIC := .build/static
DYNAMIC := .build/dynamic
PACKAGES := libssl-dev libsqlite3-dev libyaml-dev zlib1g-dev pkg-config python3-venv

.PHONY: help deps build serve test test-all test-swift test-clients test-packages dotnet-test test-release test-dispatch check-macos test-stopped test-tsan test-asan fuzz test-fuzz test-hostile lint format site release dynamic dist wheel npm image dist-test publish-check dist-same docker docker-test bench bench-large bench-deps test-durability test-cluster test-copy soak clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z -]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps:  ## install the system libraries that are missing
	@scripts/install-packages $(PACKAGES)

build: deps  ## build .build/release/mockidp
	swift build -c release --product mockidp

serve: deps  ## run a scenario, soon: make serve SCENARIO=expired-refresh
	@scripts/serve --scenario $(SCENARIO) $(ARGS)

# ALL=1 runs what has passed before with the same files, too.
test: deps  ## does it still work? the Swift tests, and beside them each thing that real clients do, once
	scripts/test $(if $(ALL),--again)

test-all: deps  ## everything, as CI runs it: all clients, browsers and kills, 5 s of changed inputs for each parser
	scripts/test --lane all $(if $(ALL),--again)

test-swift: deps  ## the Swift half of `make test`
	scripts/test swift

test-clients: deps  ## the other half
	scripts/test clients

# MOCKIDP_BINARY names another program than .build/debug/mockidp; LANGUAGES="python go" chooses some.
test-packages:  ## the helpers for pytest, JavaScript, Java, Go and .NET, and the example in Swift, each with its language's tools
	packages/test $(LANGUAGES)

dotnet-test:  ## pack the .NET packages and test them; says so where there is no .NET SDK
	packages/test dotnet

test-fuzz: deps  ## 15 s of changed inputs for each parser, without libFuzzer; also for those whose code has passed before
	FUZZ_SECONDS=15 scripts/test-swift --filter FuzzTests

test-hostile: build  ## slow, endless, idle and malformed clients by the thousand, against the release program
	MOCKIDP_LANE=all MOCKIDP_HOSTILE=full scripts/test-swift --filter Hostile
	MOCKIDP_BINARY=$(BINARY) MOCKIDP_HOSTILE=full clients/run -k hostile -s

test-release: build  ## the real clients against the release program, which the optimiser has changed
	MOCKIDP_BINARY=$(BINARY) clients/run

test-dispatch: deps  ## the Swift tests of servers and processes as macOS runs them: with Dispatch in the place of epoll
	scripts/test-dispatch

check-macos:  ## compile what hides the system for macOS, with Apple's headers; some 90 MB from PyPI
	scripts/check-macos

test-stopped: deps  ## the Swift tests and the real clients, their processes stopped now and then; some ten minutes
	scripts/test-stopped
	scripts/test-stopped --stop 0.3 --every 3 clients/run

test-tsan: deps  ## the Swift tests under the thread sanitizer; some twenty minutes
	scripts/test-sanitized thread

test-asan: deps  ## the Swift tests under the address sanitizer, leaks too; some twenty minutes
	scripts/test-sanitized address

fuzz: deps  ## drive each parser with libFuzzer: make fuzz SECONDS=600; findings go to .build/fuzz-findings
	scripts/fuzz $(or $(SECONDS),60) $(TARGETS)

lint:  ## formatting, and the rules no compiler checks
	scripts/lint

format:  ## format the sources in place
	swift format -i -r Sources Tests packages/swift Package.swift

# MOCKIDP_BINARY names another program than .build/debug/mockidp; SITE_REPOSITORY=https://… makes links to the sources.
site:  ## build the documentation as a site, and look at it in Chromium: .build/site
	website/build $(ARGS)

release: deps  ## a static, stripped executable that needs nothing: .build/static/mockidp
	scripts/build-static $(STATIC)

dynamic: deps  ## the executable for clusters, which takes its libraries from the system: .build/dynamic/mockidp-cluster
	scripts/build-dynamic $(DYNAMIC)

# The image for clusters carries libpq along. To build the program, it need not be here.
dist: PACKAGES += libpq5
dist: release dynamic  ## everything that a release consists of, in dist/
	packaging/dist $(STATIC)/mockidp dist $(DYNAMIC)/mockidp-cluster

wheel npm image: release  ## one file in dist/: a wheel for pip, a package for npm, an image for docker load
	packaging/dist --only $@ $(STATIC)/mockidp dist

dist-test:  ## install what `make dist` made as its users do, without Swift, and try it
	packaging/test dist

publish-check:  ## what a maintainer has to set before anything is published
	@packaging/publish-check

# Two builds from scratch: twice as long as `make release`.
dist-same:  ## build the static executable twice, in two places, and compare the bytes
	packaging/same

docker:  ## build the container image mockidp:dev
	docker build -f docker/Dockerfile -t mockidp:dev .

docker-test:  ## build the images, try what is said of them, and sign in to an unchanged app; docker or podman
	docker/test

bench: release dynamic bench-deps  ## what operations, starts, memory and a cluster cost, beside openssl and other servers: some 7 minutes
	bench/run $(ARGS)

bench-large: release bench-deps  ## 100,000 refreshes, 100,000 users, 1,000 apps, 10,000 worlds: long
	bench/run --large $(ARGS)
	bench/worlds

test-durability: build  ## kill a server KILLS times under load (200), and look for what was lost
	clients/durability/kills.py --binary $(BINARY) --kills $(or $(KILLS),200)

test-cluster: deps  ## three servers on PostgreSQL, killed, paused and cut off under load; some ten minutes
	swift build --product mockidp
	clients/cluster/run

test-copy: deps  ## the steps of CONTRIBUTING for a new property, in a copy of this project that is compiled from clean
	swift build --product mockidp
	MOCKIDP_LANE=copy WORKERS=1 clients/run

soak: build  ## full load for SECONDS (600): memory, descriptors, errors
	clients/durability/soak.py --binary $(BINARY) --seconds $(or $(SECONDS),600)

# glewlwyd is a server to compare with; the other comes from PyPI into an environment of its own.
bench-deps:
	@scripts/install-packages wrk glewlwyd python3-venv postgresql
	@test -x .venv/bench/bin/oidc-provider-mock || { python3 -m venv .venv/bench && .venv/bench/bin/pip install -q -r bench/requirements.txt; }

clean:  ## remove what was built
	rm -rf .build .venv dist
