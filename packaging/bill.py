"""The bill of materials (CycloneDX): what is inside the static program, with versions and licences."""

import json
import subprocess
import uuid
from datetime import datetime, timezone

from release import Release

# The Debian package that has the static library, the name that advisories use, and the licence.
LIBRARIES = [
    ("libssl-dev", "openssl", "Apache-2.0"),
    ("libsqlite3-dev", "sqlite3", "blessing"),
    ("libyaml-dev", "libyaml", "MIT"),
    ("zlib1g-dev", "zlib", "Zlib"),
    ("libc6-dev", "glibc", "LGPL-2.1-or-later"),
]


def build(release: Release):
    when = datetime.fromtimestamp(release.time, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'mockidp/{release.version}/{release.commit}/{release.machine}')}",
        "metadata": {
            "timestamp": when,
            "component": {"type": "application", "bom-ref": "mockidp", "name": "mockidp", "version": release.version, "licenses": [licence("Apache-2.0")]},
            "properties": [{"name": "mockidp:commit", "value": release.commit}] if release.commit else [],
        },
        "components": [_library(*row) for row in LIBRARIES] + [swift()],
        "dependencies": [{"ref": "mockidp", "dependsOn": [name for _, name, _ in LIBRARIES] + ["swift-runtime"]}],
    }  # fmt: skip
    yield f"mockidp-{release.version}-linux-{release.machine}.cdx.json", (json.dumps(bill, indent=2) + "\n").encode()


def _library(package: str, name: str, identifier: str):
    version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], check=True, capture_output=True, text=True).stdout
    return {
        "type": "library", "bom-ref": name, "name": name, "version": version, "licenses": [licence(identifier)],
        "purl": f"pkg:deb/debian/{package}@{version}",
    }  # fmt: skip


def swift():
    said = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    version = json.loads(said)["compilerVersion"].split("Swift version ")[1].split()[0]
    return {
        "type": "library", "bom-ref": "swift-runtime", "name": "swift-runtime", "version": version,
        "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}], "purl": f"pkg:generic/swift@{version}",
    }  # fmt: skip


def licence(name: str):
    return {"license": {"id": name}}
