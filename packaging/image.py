"""The container image as an OCI archive. What the image is stands in docker/Dockerfile; here it is put together without an engine."""

import hashlib
import json
import re
from datetime import datetime, timezone
from pathlib import Path

from archive import Entry, gz, tar
from release import ROOT, Release

ROOTS = Path("/etc/ssl/certs/ca-certificates.crt")
NOBODY = 65532
LAYER, CONFIG, MANIFEST = (f"application/vnd.oci.image.{kind}" for kind in ("layer.v1.tar+gzip", "config.v1+json", "manifest.v1+json"))


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
        "annotations": config["config"]["Labels"],
    })  # fmt: skip
    name = {"org.opencontainers.image.ref.name": release.version, "io.containerd.image.name": f"docker.io/library/{title}:{release.version}"}
    index = {"schemaVersion": 2, "manifests": [{**_described(MANIFEST, manifest), "annotations": name}]}
    entries = [Entry("oci-layout", _json({"imageLayoutVersion": "1.0.0"})), Entry("index.json", _json(index))]
    entries += [Entry("blobs/sha256/" + hashlib.sha256(blob).hexdigest(), blob) for blob in [*blobs, manifest]]
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
        # No part of the OCI format; engines that know of health checks read it all the same.
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
