"""A proxy that ends TLS in front of the server, as nginx or a load balancer would."""

import datetime
import http.client
import http.server
import ipaddress
import ssl
import threading
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


def certificate(directory, name):
    """A certificate of the proxy's own, that vouches for itself; the paths of certificate and key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.timezone.utc)
    built = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False
        ).add_extension(x509.BasicConstraints(True, None), True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    pem, private = directory / "proxy.pem", directory / "proxy.key"
    pem.write_bytes(built.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return pem, private


class TLSTerminator:
    """Listens on a free port for HTTPS and passes on to `target` in clear text. `describe` makes the fields that tell the
    server what the client asked for, from the Host and the client's address."""

    def __init__(self, target, directory, describe):
        target = urlsplit(target)
        pem, key = certificate(directory, "localhost")
        self.ca = str(pem)

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                connection = http.client.HTTPConnection(target.hostname, target.port, timeout=20)
                fields = {name: value for name, value in self.headers.items() if name.lower() not in HOP_BY_HOP}
                # As proxies do unless told otherwise, it names the server as it knows it.
                fields["Host"] = target.netloc
                fields.update(describe(self.headers["Host"], self.client_address[0]))
                connection.request(self.command, self.path, body or None, fields)
                answer = connection.getresponse()
                data = answer.read()
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in HOP_BY_HOP:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
                connection.close()

            do_GET = do_POST = do_OPTIONS = pass_on

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem, key)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.authority = f"https://localhost:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
