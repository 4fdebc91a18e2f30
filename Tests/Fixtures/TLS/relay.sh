#!/bin/sh
# Makes the certificates of a cluster's servers anew. Their key is published here, so they are good for tests only.
set -eu
cd "$(dirname "$0")"
root() {
  openssl ecparam -name prime256v1 -genkey -noout -out "$1-key.tmp"
  openssl req -x509 -new -key "$1-key.tmp" -sha256 -days 36500 -subj "/CN=$2" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign" -out "$1.pem"
}
# signed FILE ROOT NAME: one that may be a server and a client.
signed() {
  openssl req -new -key relay-key.pem -subj "/CN=a replica" -out "$1.tmp"
  printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth,clientAuth\nbasicConstraints=CA:FALSE\n' "$3" >extensions.tmp
  openssl x509 -req -in "$1.tmp" -CA "$2.pem" -CAkey "$2-key.tmp" -CAcreateserial -CAserial serial.tmp -sha256 -days 36500 \
    -extfile extensions.tmp -out "$1.pem"
}
root relay-ca "mockidp tests, a cluster"
root relay-other-ca "mockidp tests, another cluster"
openssl ecparam -name prime256v1 -genkey -noout -out relay-key.pem
signed relay relay-ca relay.mockidp.internal
signed relay-stranger relay-other-ca relay.mockidp.internal
signed relay-misnamed relay-ca login.mockidp.internal
rm -f ./*.tmp
