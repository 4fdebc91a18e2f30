#pragma once
// OpenSSL 3: TLS, X.509, RSA, EC, digests and random bytes. Macros that Swift does not import get an inline function.
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Called before whatever else may be the first that a process asks of OpenSSL, and cheap after that. Left to itself, OpenSSL takes
// itself apart when the process ends, while other threads still use it; what threads keep that end after it is lost.
static inline void mockidp_OPENSSL_begin(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL); }

// The bytes a memory BIO holds; they are the BIO's and live as long as it does.
static inline long mockidp_BIO_get_mem_data(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

// Puts a name at the end of a list, which owns it from then on.
static inline int mockidp_GENERAL_NAMES_push(GENERAL_NAMES *names, GENERAL_NAME *name) {
  return sk_GENERAL_NAME_push(names, name);
}

static inline GENERAL_NAMES *mockidp_GENERAL_NAMES_new(void) { return sk_GENERAL_NAME_new_null(); }

// Frees what OpenSSL allocated for its caller.
static inline void mockidp_OPENSSL_free(void *bytes) { OPENSSL_free(bytes); }

// Macros over macros that Swift does not take for numbers.
static const unsigned long mockidp_XN_FLAG_RFC2253 = XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB;
static const int mockidp_EVP_PKEY_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY;

// Adds an RSA public key's numbers. The builder keeps the names' addresses, so they must be C's own constants.
static inline int mockidp_push_RSA(OSSL_PARAM_BLD *builder, const BIGNUM *n, const BIGNUM *e) {
  return OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e);
}

// TLS over a socket. The BIO below sends with MSG_NOSIGNAL, which OpenSSL's own socket BIO does not: a peer that is gone must
// be an error and not a signal that ends the process. A wait that was interrupted begins anew: to try again is asked for when
// there is nothing yet, which with a blocking socket means that its limit is over.
#include <errno.h>
#include <stdint.h>
#include <sys/socket.h>

// Where send() has no such flag, the socket has an option that does the same (Sources/CPlatform/sockets.h).
#ifdef MSG_NOSIGNAL
#define MOCKIDP_BIO_QUIETLY MSG_NOSIGNAL
#else
#define MOCKIDP_BIO_QUIETLY 0
#endif

static inline int mockidp_bio_write(BIO *bio, const char *bytes, int count) {
  ssize_t sent;
  do sent = send((int)(intptr_t)BIO_get_data(bio), bytes, (size_t)count, MOCKIDP_BIO_QUIETLY);
  while (sent < 0 && errno == EINTR);
  BIO_clear_retry_flags(bio);
  if (sent < 0 && errno == EAGAIN) BIO_set_retry_write(bio);
  return (int)sent;
}

static inline int mockidp_bio_read(BIO *bio, char *bytes, int count) {
  ssize_t received;
  do received = recv((int)(intptr_t)BIO_get_data(bio), bytes, (size_t)count, 0);
  while (received < 0 && errno == EINTR);
  BIO_clear_retry_flags(bio);
  if (received < 0 && errno == EAGAIN) BIO_set_retry_read(bio);
  if (received == 0) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  return (int)received;
}

static inline long mockidp_bio_control(BIO *bio, int command, long number, void *pointer) {
  (void)number, (void)pointer;
  if (command == BIO_CTRL_EOF) return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0;
  return command == BIO_CTRL_FLUSH || command == BIO_CTRL_PUSH || command == BIO_CTRL_POP;
}

/// The method of a BIO whose data is a socket. Made once and kept; nil when memory runs out.
static inline BIO_METHOD *mockidp_bio_method(void) {
  BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket without signals");
  if (method == NULL) return NULL;
  BIO_meth_set_write(method, mockidp_bio_write);
  BIO_meth_set_read(method, mockidp_bio_read);
  BIO_meth_set_ctrl(method, mockidp_bio_control);
  return method;
}

/// Lets `ssl` read and write the socket through a BIO of that method. The socket stays the caller's to close.
static inline int mockidp_ssl_attach(SSL *ssl, const BIO_METHOD *method, int socket) {
  BIO *bio = BIO_new(method);
  if (bio == NULL) return 0;
  BIO_set_data(bio, (void *)(intptr_t)socket);
  BIO_set_init(bio, 1);
  SSL_set_bio(ssl, bio, bio);
  return 1;
}

/// TLS 1.2 and 1.3, no renegotiation, writes that may be partial and may move, one recv() for many records; buffers of idle
/// connections are given back.
static inline int mockidp_ssl_configure(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(
    context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1;
}

/// The newest version spoken, such as TLS1_2_VERSION.
static inline int mockidp_ssl_limit_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_max_proto_version(context, version) == 1;
}

static inline int mockidp_ssl_set_server_name(SSL *ssl, const char *name) {
  return SSL_set_tlsext_host_name(ssl, name) == 1;
}

static inline const char *mockidp_ssl_server_name(const SSL *ssl) {
  return SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
}

// Two servers that prove to each other that they belong together: each has a certificate of the same authority for the same name.
// Neither takes a session up again, because then nobody would be asked for a certificate.

/// Makes the server's side of one handshake demand the client's certificate.
static inline int mockidp_ssl_demand_certificate(SSL *ssl, X509_STORE *roots, const char *name) {
  SSL_set_verify(ssl, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
  SSL_set_options(ssl, SSL_OP_NO_TICKET);
  return SSL_set_num_tickets(ssl, 0) == 1 && SSL_set1_verify_cert_store(ssl, roots) == 1 && SSL_set1_host(ssl, name) == 1;
}

/// The context of clients that demand the server's certificate. A connection that ends without a closing alert is a failure to
/// them. NULL when OpenSSL refuses.
static inline SSL_CTX *mockidp_ssl_demanding_client(X509_STORE *roots) {
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  if (context == NULL) return NULL;
  if (mockidp_ssl_configure(context) == 1 && SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1) {
    SSL_CTX_clear_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set1_cert_store(context, roots);
    return context;
  }
  SSL_CTX_free(context);
  return NULL;
}

/// Whether the handshake of now, and no earlier one, has verified the certificate that was demanded.
static inline int mockidp_ssl_has_verified(SSL *ssl) {
  return SSL_get_verify_mode(ssl) & SSL_VERIFY_PEER && !SSL_session_reused(ssl) && SSL_get0_peer_certificate(ssl) != NULL &&
         SSL_get_verify_result(ssl) == X509_V_OK;
}

/// Whether the newest error is a fatal alert of the other side.
static inline int mockidp_ssl_was_refused(void) {
  unsigned long code = ERR_peek_error();
  return ERR_GET_LIB(code) == ERR_LIB_SSL && ERR_GET_REASON(code) >= SSL_AD_REASON_OFFSET;
}

// PKCS #12 as Java reads it. Java takes a certificate for one it may trust when it has an attribute of Oracle's, whose value
// says for which purposes: any.
#include <openssl/pkcs12.h>

static inline int mockidp_PKCS12_add_trusted(STACK_OF(PKCS12_SAFEBAG) **bags, X509 *certificate, const char *name) {
  PKCS12_SAFEBAG *bag = PKCS12_add_cert(bags, certificate);
  const unsigned char *purpose = (const unsigned char *)OBJ_nid2obj(NID_anyExtendedKeyUsage);
  return bag != NULL && PKCS12_add_friendlyname_utf8(bag, name, -1) == 1 &&
         PKCS12_add1_attr_by_txt(bag, "2.16.840.1.113894.746875.1.1", V_ASN1_OBJECT, purpose, -1) == 1;
}

// The whole file from certificates, with a check sum. Null when OpenSSL refuses.
static inline PKCS12 *mockidp_PKCS12_create(STACK_OF(PKCS12_SAFEBAG) *bags, const char *password) {
  STACK_OF(PKCS7) *safes = NULL;
  PKCS12 *store = NULL;
  if (PKCS12_add_safe(&safes, bags, -1, 0, NULL) == 1) store = PKCS12_add_safes(safes, 0);
  sk_PKCS7_pop_free(safes, PKCS7_free);
  if (store == NULL || PKCS12_set_mac(store, password, -1, NULL, 0, 2048, EVP_sha1()) == 1) return store;
  PKCS12_free(store);
  return NULL;
}

static inline void mockidp_PKCS12_free_bags(STACK_OF(PKCS12_SAFEBAG) *bags) {
  sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
}

/// OSSL_PARAM_construct_end() returns a structure that Swift would have to put into an array by hand.
static inline int mockidp_EVP_MAC_CTX_set_digest(EVP_MAC_CTX *context, const char *name) {
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string("digest", (char *)name, 0),
    OSSL_PARAM_construct_end(),
  };
  return EVP_MAC_CTX_set_params(context, parameters);
}
