"""The container image as an archive in OCI's layout, with a manifest of Docker's kind: OCI's own kind has no health check, and podman drops
the one that the configuration says all the same. docker, containerd and podman load both kinds. What the image is stands in docker/Dockerfile; here it is put together without an engine."""

import hashlib
import json
import re
from datetime import datetime, timezone
from pathlib import Path

from archive import Entry, gz, tar
from release import ROOT, Release

ROOTS = Path("/etc/ssl/certs/ca-certificates.crt")
NOBODY = 65532
LAYER, CONFIG, MANIFEST = (
    f"application/vnd.docker.{kind}" for kind in ("image.rootfs.diff.tar.gzip", "container.image.v1+json", "distribution.manifest.v2+json")
)


def build(release: Release):
    yield image(release, "mockidp", [])


def image(release: Release, title: str, others):
    """The image of that name. ``others`` are files that a program brings along which is not static."""
    layer = tar(
        [
            release.executable("usr/bin/mockidp"),
            Entry("etc/ssl/certs/ca-certificates.crt", ROOTS.read_bytes()),
            Entry("etc/passwd", f"mockidp:x:{NOBODY}:{NOBODY}::/data:/usr/bin/mockidp\n".encode()),
            *release.papers,
            *others,
        ],
        release.time,
        folders=[("data", 0o755, NOBODY), ("certs", 0o755, NOBODY), ("tmp", 0o1777, 0)],
    )
    packed = gz(layer)
    created = datetime.fromtimestamp(release.time, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    config = {
        "created": created, "architecture": release.debian_architecture, "os": "linux", "config": _settings(release, title),
        "rootfs": {"type": "layers", "diff_ids": [_digest(layer)]},
        "history": [{"created": created, "created_by": "mockidp"}],
    }  # fmt: skip
    blobs = [_json(config), packed]
    manifest = _json({
        "schemaVersion": 2, "mediaType": MANIFEST, "config": _described(CONFIG, blobs[0]), "layers": [_described(LAYER, packed)],
    })  # fmt: skip
    name = {"org.opencontainers.image.ref.name": release.version, "io.containerd.image.name": f"docker.io/library/{title}:{release.version}"}
    index = {"schemaVersion": 2, "manifests": [{**_described(MANIFEST, manifest), "annotations": name}]}
    # A docker without containerd's store reads `manifest.json` alone, which is what `docker save` writes.
    paths = ["blobs/sha256/" + hashlib.sha256(blob).hexdigest() for blob in [*blobs, manifest]]
    listed = [{"Config": paths[0], "RepoTags": [f"{title}:{release.version}"], "Layers": [paths[1]]}]
    entries = [Entry("oci-layout", _json({"imageLayoutVersion": "1.0.0"})), Entry("index.json", _json(index)), Entry("manifest.json", _json(listed))]
    entries += [Entry(path, blob) for path, blob in zip(paths, [*blobs, manifest])]
    return f"{title}-{release.version}-oci-{release.debian_architecture}.tar", tar(entries, release.time)


def _settings(release: Release, title: str):
    """The settings of the last stage of the Dockerfile, in the members of an image's configuration."""
    stage = (ROOT / "docker/Dockerfile").read_text().split("\nFROM scratch\n")[1].replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in stage.splitlines() if line.strip() and not line.startswith("#")]
    said = {word: rest.strip() for word, rest in lines}
    pairs = {word: dict(re.findall(r"([\w.]+)=\"?([^\s\"][^\"\s]*(?: [^\"=]*(?=\"))?)\"?", said[word])) for word in ("ENV", "LABEL")}
    labels = {**pairs["LABEL"], "org.opencontainers.image.title": title, "org.opencontainers.image.version": release.version}
    if release.commit:
        labels["org.opencontainers.image.revision"] = release.commit
    check = re.match(r"(.*)CMD (\[.*\])", said["HEALTHCHECK"])
    times = dict(re.findall(r"--([\w-]+)=(\d+)", check[1]))
    second = 10**9
    return {
        "User": said["USER"], "WorkingDir": said["WORKDIR"], "Env": [f"{name}={value}" for name, value in pairs["ENV"].items()],
        "Entrypoint": json.loads(said["ENTRYPOINT"]), "Cmd": json.loads(said["CMD"]), "Labels": labels, "StopSignal": said["STOPSIGNAL"],
        "Volumes": {name: {} for name in json.loads(said["VOLUME"])},
        "ExposedPorts": {f"{port}/tcp": {} for port in said["EXPOSE"].split()},
        # A part of Docker's format, not of OCI's.
        "Healthcheck": {
            "Test": ["CMD", *json.loads(check[2])], "Interval": int(times["interval"]) * second, "Timeout": int(times["timeout"]) * second,
            "StartPeriod": int(times["start-period"]) * second, "Retries": int(times["retries"]),
        },
    }  # fmt: skip


def _described(kind: str, blob: bytes):
    return {"mediaType": kind, "digest": _digest(blob), "size": len(blob)}


def _digest(blob: bytes) -> str:
    return "sha256:" + hashlib.sha256(blob).hexdigest()


def _json(value) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()
