#!/bin/sh
# Makes the certificates of the tests anew: a root, a server's certificate for localhost signed by it, and another root
# that signed nothing. Their private keys are published here, so they are good for tests only.
set -eu
cd "$(dirname "$0")"
key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1"; }
root() {
  key root-key.tmp
  openssl req -x509 -new -key root-key.tmp -sha256 -days 36500 -subj "/CN=$2" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign" -out "$1"
}
root other-ca.pem "mockidp tests, a stranger"
root ca.pem "mockidp tests"
key server-key.pem
openssl req -new -key server-key.pem -subj "/CN=localhost" -out server.tmp
printf 'subjectAltName=DNS:localhost,DNS:world.localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n' \
  >extensions.tmp
openssl x509 -req -in server.tmp -CA ca.pem -CAkey root-key.tmp -CAcreateserial -CAserial serial.tmp -sha256 \
  -days 36500 -extfile extensions.tmp -out server.pem
sh relay.sh
rm -f ./*.tmp
