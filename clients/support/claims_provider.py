"""A custom claims provider: an API over HTTPS that is asked for claims before a token is issued."""

import datetime
import http.server
import ipaddress
import json
import ssl
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def _certificate(directory, home):
    """A certificate for this machine, of the authority that the server made in its home."""
    authority = x509.load_pem_x509_certificate((home / "ca.pem").read_bytes())
    signer = serialization.load_pem_private_key((home / "ca.key").read_bytes(), None)
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.datetime.now(datetime.timezone.utc)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    built = (
        x509.CertificateBuilder().subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "claims provider")]))
        .issuer_name(authority.subject).public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1)).not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), False)
        .add_extension(x509.BasicConstraints(False, None), True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False)
        .sign(signer, hashes.SHA256())
    )  # fmt: skip
    path = directory / "provider.pem"
    path.write_bytes(
        built.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return path


def claims_answer(claims):
    return {
        "data": {
            "@odata.type": "microsoft.graph.onTokenIssuanceStartResponseData",
            "actions": [{"@odata.type": "microsoft.graph.tokenIssuanceStart.provideClaimsForToken", "claims": claims}],
        }
    }


class ClaimsProvider:
    """Listens on a free port. `answer` is what it says next: a status and a document. `calls` has what it was asked."""

    def __init__(self):
        self.answer = (200, claims_answer({}))
        self.calls = []
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                provider.calls.append((self.headers, body))
                status, document = provider.answer
                text = json.dumps(document).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json; charset=utf-8")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"https://localhost:{self._server.server_address[1]}/api/claims"

    def start(self, directory, home):
        """Begins to answer, with a certificate of the authority in `home`, which a server has to have made before."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(_certificate(directory, home))
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
