"""The manifests for Kubernetes: held against its own schemas, against the rules for pods, and run by hand as a kubelet would."""

import copy
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import requests
from support.binary import BINARY
from support.server import Server

yaml = pytest.importorskip("yaml")
kubernetes_validate = pytest.importorskip("kubernetes_validate", reason="the other environment has Kubernetes' schemas")
from support.kustomize import build  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "packaging/kubernetes"
PAGE = ROOT / "docs/kubernetes.md"
# The oldest version that the page names, and the newest that the package has.
VERSIONS = ["1.30", "1.37"]
OVERLAYS = ["single", "cluster", "cluster-init"]
# The Secrets that the page has made by hand.
BY_HAND = {"mockidp-cluster": {"url", "key"}, "mockidp-control": {"token"}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The manifests with the files that an administrator adds, made by the commands of the page."""
    folder = tmp_path_factory.mktemp("kubernetes") / "kubernetes"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("authority", "secrets"))
    single = folder / "overlays/single"
    made = subprocess.run(
        [BINARY, "exec", "--quiet", "--", "true"], cwd=single, capture_output=True, text=True, timeout=60,
        env={"PATH": "/usr/bin:/bin", "MOCKIDP_HOME": str(single / "authority"), "SSL_CERT_FILE": "/etc/ssl/certs/ca-certificates.crt"},
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    return folder


def objects(folder, overlay):
    return build(folder / "overlays" / overlay)


def only(found, kind, name="mockidp"):
    (item,) = [item for item in found if item["kind"] == kind and item["metadata"]["name"] == name]
    return item


def pods(found):
    return [(item["metadata"]["name"], item["spec"]["template"]) for item in found if "template" in item.get("spec", {})]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_the_manifests_are_what_kubernetes_reads(folder, overlay, version):
    found = objects(folder, overlay)
    for item in found:
        kubernetes_validate.validate(item, version, strict=True)
    kinds = {item["kind"] for item in found}
    assert kinds >= ({"Job"} if overlay == "cluster-init" else {"Deployment", "Service", "PodDisruptionBudget", "NetworkPolicy"})
    # The check itself: what is misspelt does not pass.
    wrong = copy.deepcopy(next(item for item in found if "template" in item.get("spec", {})))
    wrong["spec"]["template"]["spec"]["containers"][0]["readynessProbe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, version, strict=True)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_example_is_what_kubernetes_reads(version):
    kubernetes_validate.validate(yaml.safe_load((FOLDER / "example/sign-in.yaml").read_text()), version, strict=True)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_the_stand_in_builds_what_kubectl_builds(folder, overlay):
    """The stand-in is held against the real thing where that is. Debian's kubectl is too old to know a base in `resources`."""
    kubectl = shutil.which("kubectl")
    version = kubectl and subprocess.run([kubectl, "version", "--client", "-o", "json"], capture_output=True, text=True)
    known = version and re.search(r'"(?:kustomizeVersion|kustomize)": *"v(\d+)', version.stdout)
    if not known or int(known[1]) < 5:
        pytest.skip("no kubectl with kustomize 5 is here")
    built = subprocess.run([kubectl, "kustomize", folder / "overlays" / overlay], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr

    def by_name(items):
        items = {(item["kind"], item["metadata"]["name"]): copy.deepcopy(item) for item in items}
        for (kind, _), item in items.items():
            # kubectl breaks long lines of base 64.
            for values in [item[name] for name in ("data", "binaryData") if name in item and (kind == "Secret" or name == "binaryData")]:
                values |= {name: text.replace("\n", "") for name, text in values.items()}
        return items

    assert by_name(yaml.safe_load_all(built.stdout)) == by_name(objects(folder, overlay))


@pytest.mark.parametrize("overlay", [*OVERLAYS, "example"])
def test_every_pod_keeps_the_restricted_rules(folder, overlay):
    """The profile `restricted` of the Pod Security Standards, and a root that cannot be written."""
    found = [yaml.safe_load((FOLDER / "example/sign-in.yaml").read_text())] if overlay == "example" else objects(folder, overlay)
    for name, template in pods(found):
        spec = template["spec"]
        assert spec["securityContext"]["runAsNonRoot"] and spec["securityContext"]["runAsUser"] > 0, name
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        assert spec["automountServiceAccountToken"] is False, name
        assert not {"hostNetwork", "hostPID", "hostIPC"} & spec.keys(), name
        assert all(set(volume) - {"name"} <= {"emptyDir", "secret", "configMap"} for volume in spec["volumes"]), name
        for container in spec["containers"]:
            context = container["securityContext"]
            assert context == {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}, name
            assert "memory" in container["resources"]["limits"], name
            assert all("hostPort" not in port for port in container.get("ports", [])), name


@pytest.mark.parametrize("overlay", ["single", "cluster"])
def test_everything_leads_to_the_pods(folder, overlay):
    found = objects(folder, overlay)
    deployment = only(found, "Deployment")
    template = deployment["spec"]["template"]
    labels = template["metadata"]["labels"]
    (container,) = template["spec"]["containers"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}

    def chooses(selector):
        return selector.items() <= labels.items()

    assert chooses(deployment["spec"]["selector"]["matchLabels"])
    service = only(found, "Service")["spec"]
    assert chooses(service["selector"])
    assert {port["port"]: ports[port["targetPort"]] for port in service["ports"]} == {443: 8443, 8080: 8080}
    assert chooses(only(found, "PodDisruptionBudget")["spec"]["selector"]["matchLabels"])
    policy = only(found, "NetworkPolicy")["spec"]
    assert chooses(policy["podSelector"]["matchLabels"])
    assert {port["port"] for rule in policy["ingress"] for port in rule["ports"]} == set(ports)
    assert all(container[probe]["httpGet"]["port"] in ports for probe in ("startupProbe", "livenessProbe", "readinessProbe"))
    annotations = template["metadata"]["annotations"]
    assert int(annotations["prometheus.io/port"]) == ports["https"]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_what_is_mounted_is_there(folder, overlay):
    found = objects(folder, overlay)
    made = {item["metadata"]["name"]: set(item["data"]) for item in found if item["kind"] == "Secret"} | BY_HAND
    for _, template in pods(found):
        volumes = {volume["name"] for volume in template["spec"]["volumes"]}
        assert {mount["name"] for item in template["spec"]["containers"] for mount in item["volumeMounts"]} == volumes
        for volume in template["spec"]["volumes"]:
            if "secret" in volume:
                assert {item["key"] for item in volume["secret"].get("items", [])} <= made[volume["secret"]["secretName"]]
        for entry in (entry for item in template["spec"]["containers"] for entry in item["env"]):
            if secret := entry.get("valueFrom", {}).get("secretKeyRef"):
                assert secret["key"] in made[secret["name"]]
    page = PAGE.read_text()
    for name, keys in BY_HAND.items():
        (line,) = set(re.findall(rf"kubectl create secret generic {name} .*", page))
        assert all(re.search(rf"--from-(file|literal)={key}\b", line) for key in keys), line


def test_three_replicas_share_a_database(folder):
    found = objects(folder, "cluster")
    deployment = only(found, "Deployment")["spec"]
    (container,) = deployment["template"]["spec"]["containers"]
    assert deployment["replicas"] == 3 and deployment["strategy"]["type"] == "RollingUpdate"
    assert container["image"].startswith("mockidp-cluster:")
    assert {"--cluster=$(CLUSTER_URL)", "--cluster-key-file=/cluster/key", "--advertise=https://$(POD_IP):8443"} <= set(container["args"])
    job = only(objects(folder, "cluster-init"), "Job", "mockidp-init")["spec"]["template"]
    (init,) = job["spec"]["containers"]
    # The Service would send requests to it otherwise.
    assert not only(found, "Service")["spec"]["selector"].items() <= job["metadata"]["labels"].items()
    assert init["image"] == container["image"]
    assert init["args"] == ["cluster", "init", "--cluster=$(CLUSTER_URL)", "--cluster-key-file=/cluster/key"]
    assert any(rule.get("ports") == [{"port": 5432}] for rule in only(found, "NetworkPolicy")["spec"]["egress"])
    # Every variable in an argument is one of the container's.
    for item in (init, container):
        used = set(re.findall(r"\$\((\w+)\)", " ".join(item["args"])))
        assert used <= {entry["name"] for entry in item["env"]}


class Kubelet:
    """Runs a container of a manifest as a process: its arguments and variables, with the volumes in a folder of the test."""

    def __init__(self, found, template, directory, namespace, files):
        self.directory, self.found = directory, found
        (container,) = template["spec"]["containers"]
        self.places = {}
        for mount in container["volumeMounts"]:
            volume = next(volume for volume in template["spec"]["volumes"] if volume["name"] == mount["name"])
            place = directory / mount["name"]
            place.mkdir(parents=True)
            if "emptyDir" in volume:
                # So a kubelet makes it, and so the server must not keep keys in it.
                place.chmod(0o777)
            for name, content in files(volume).items():
                (place / name).write_bytes(content)
                (place / name).chmod(0o440)
            self.places[mount["mountPath"]] = place
        self.environment = {}
        for entry in container.get("env", []):
            source = entry.get("valueFrom")
            if source is None:
                self.environment[entry["name"]] = self.there(entry["value"])
            elif "fieldRef" in source:
                self.environment[entry["name"]] = namespace
            else:
                assert source["secretKeyRef"]["optional"]
        self.words = [self.there(self.expanded(word)) for word in container.get("command", []) + container.get("args", [])]

    def expanded(self, word):
        return re.sub(r"\$\((\w+)\)", lambda match: self.environment[match[1]], word)

    def there(self, word):
        for path, place in self.places.items():
            word = re.sub(rf"(^|=){re.escape(path)}(/|$)", rf"\g<1>{place}\g<2>", word)
        return word


def data_of(found):
    """What a volume of a Secret or a ConfigMap holds."""
    import base64

    def files(volume):
        if "secret" in volume:
            return {name: base64.b64decode(text) for name, text in only(found, "Secret", volume["secret"]["secretName"])["data"].items()}
        if "configMap" in volume:
            item = only(found, "ConfigMap", volume["configMap"]["name"])
            texts = {name: text.encode() for name, text in item.get("data", {}).items()}
            return texts | {name: base64.b64decode(text) for name, text in item.get("binaryData", {}).items()}
        return {}

    return files


@pytest.fixture
def pod(folder, tmp_path):
    """The container of the overlay for one replica, running."""
    found = objects(folder, "single")
    template = only(found, "Deployment")["spec"]["template"]
    kubelet = Kubelet(found, template, tmp_path / "pod", "shop-tests", data_of(found))
    assert kubelet.words[0] == "serve"
    server = Server(
        BINARY, "happy-path", kubelet.environment["MOCKIDP_HOME"], tmp_path / "server",
        arguments=[word for word in kubelet.words[1:] if word != "--verbose"], environment=kubelet.environment,
    )  # fmt: skip
    yield found, server, kubelet
    server.stop()


def test_the_pod_serves_and_other_pods_trust_it(pod, folder):
    found, server, kubelet = pod
    (container,) = only(found, "Deployment")["spec"]["template"]["spec"]["containers"]
    # A kubelet asks by the pod's address, over the plain port.
    plain = f"http://127.0.0.1:{server.http.rsplit(':', 1)[1]}"
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        path = container[probe]["httpGet"]["path"]
        assert requests.get(plain + path, headers={"Host": "10.244.0.7:8080"}, timeout=10).status_code in (200, 503), path
    # What the ConfigMap gives to other pods trusts the server by all names of its Service.
    bundle = only(found, "ConfigMap", "mockidp-trust")["data"]["ca.pem"]
    trusted = kubelet.directory / "ca.pem"
    trusted.write_text(bundle)
    port = server.authority.rsplit(":", 1)[1]
    for name in ("mockidp", "mockidp.shop-tests", "mockidp.shop-tests.svc", "mockidp.shop-tests.svc.cluster.local", "login.microsoftonline.com"):
        asked = subprocess.run(
            ["curl", "--silent", "--show-error", "--fail", "--cacert", trusted, "--connect-to", f"{name}:443:127.0.0.1:{port}",
             f"https://{name}/contoso.onmicrosoft.com/v2.0/.well-known/openid-configuration"],
            capture_output=True, text=True,
        )  # fmt: skip
        assert asked.returncode == 0, asked.stderr
        assert json.loads(asked.stdout)["token_endpoint"].startswith(f"https://{name}/")
    # The authority is the one that was given: the server has made none.
    assert not (Path(kubelet.environment["MOCKIDP_HOME"]) / "ca.key").exists()
    assert all(json.loads(line) for line in server.log.splitlines())


def test_the_example_signs_in(pod, tmp_path):
    found, server, _ = pod
    job = yaml.safe_load((FOLDER / "example/sign-in.yaml").read_text())
    template = job["spec"]["template"]
    (container,) = template["spec"]["containers"]
    kubelet = Kubelet(found, template, tmp_path / "job", "shop-tests", data_of(found))
    (source,) = container["envFrom"]
    variables = {name: value.replace("/mockidp/", f"{kubelet.places['/mockidp']}/") for name, value in only(found, "ConfigMap", source["configMapRef"]["name"])["data"].items()}
    port = server.authority.rsplit(":", 1)[1]
    # What a cluster's DNS does, curl does here.
    asked = subprocess.run(
        [kubelet.words[0], "--connect-to", f"mockidp:443:127.0.0.1:{port}", *kubelet.words[1:]], capture_output=True, text=True, env={"PATH": os.environ["PATH"], **variables}
    )  # fmt: skip
    assert asked.returncode == 0, asked.stdout + asked.stderr
    assert json.loads(asked.stdout)["access_token"]


def test_the_page_names_what_is_there():
    """Every file, object and option that the page names exists."""
    text = PAGE.read_text()
    for path in re.findall(r"packaging/kubernetes/([\w/.-]+\w)", text):
        assert (FOLDER / path).exists() or path.split("/")[-1] in ("url", "key", "authority", "secrets"), path
    for version in VERSIONS[:1]:
        assert f"Kubernetes {version}" in text
    for name in ("mockidp-trust", "mockidp-environment", "mockidp-control", "mockidp-cluster", "mockidp-ca"):
        assert f"`{name}`" in text, name
    for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL):
        list(yaml.safe_load_all(block))
