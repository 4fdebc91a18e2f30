"""As much of `kustomize build` as the manifests here use: resources, JSON patches, images, and generators without hashes in names.

What it does not know it refuses, so that a manifest cannot rely on what was not tried. Where kubectl is, the tests hold it against that.
"""

import base64
import copy
from pathlib import Path

import yaml

KNOWN = {"apiVersion", "kind", "resources", "images", "secretGenerator", "configMapGenerator", "generatorOptions", "patches", "labels"}


def build(directory):
    """The objects of a directory with a kustomization, as a list."""
    directory = Path(directory)
    kustomization = yaml.safe_load((directory / "kustomization.yaml").read_text())
    unknown = set(kustomization) - KNOWN
    assert not unknown, f"{directory} uses {unknown}, which this stand-in does not know"
    objects = []
    for name in kustomization.get("resources", []):
        path = directory / name
        if path.is_dir():
            objects += build(path)
        else:
            objects += [document for document in yaml.safe_load_all(path.read_text()) if document]
    objects += _generated(kustomization, directory)
    for patch in kustomization.get("patches", []):
        _patch(objects, patch)
    for image in kustomization.get("images", []):
        for container in _containers(objects):
            if container["image"] == image["name"]:
                container["image"] = f"{image['newName']}:{image['newTag']}"
    return objects


def _generated(kustomization, directory):
    generators = [("Secret", spec) for spec in kustomization.get("secretGenerator", [])]
    generators += [("ConfigMap", spec) for spec in kustomization.get("configMapGenerator", [])]
    if generators:
        assert kustomization.get("generatorOptions") == {"disableNameSuffixHash": True}
    for kind, spec in generators:
        made = {"apiVersion": "v1", "kind": kind, "metadata": {"name": spec["name"]}}
        if kind == "Secret":
            made["type"] = spec.get("type", "Opaque")
        values = {Path(name).name: (directory / name).read_bytes() for name in spec.get("files", [])}
        for name in spec.get("envs", []):
            lines = (line for line in (directory / name).read_text().splitlines() if line)
            values |= {key: value.encode() for key, value in (line.split("=", 1) for line in lines)}
        for name, value in values.items():
            if kind == "Secret":
                made.setdefault("data", {})[name] = base64.b64encode(value).decode()
                continue
            try:
                made.setdefault("data", {})[name] = value.decode()
            except UnicodeDecodeError:
                made.setdefault("binaryData", {})[name] = base64.b64encode(value).decode()
        yield made


def _patch(objects, patch):
    assert set(patch) == {"target", "patch"}
    fitting = [item for item in objects if item["kind"] == patch["target"]["kind"] and item["metadata"]["name"] == patch["target"]["name"]]
    assert fitting, f"no object fits {patch['target']}"
    for item in fitting:
        for step in yaml.safe_load(patch["patch"]):
            place = item
            *way, last = step["path"].removeprefix("/").split("/")
            for name in way:
                place = place[int(name)] if isinstance(place, list) else place[name]
            value = copy.deepcopy(step["value"])
            if isinstance(place, list):
                assert (step["op"], last) == ("add", "-")
                place.append(value)
            else:
                assert step["op"] == "add" or last in place, f"{step['path']} is not there to be replaced"
                place[last] = value


def _containers(objects):
    for item in objects:
        spec = item.get("spec", {}).get("template", {}).get("spec", {})
        yield from spec.get("containers", []) + spec.get("initContainers", [])
