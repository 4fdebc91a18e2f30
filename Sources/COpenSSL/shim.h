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
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

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
