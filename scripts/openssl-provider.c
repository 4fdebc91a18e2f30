// OpenSSL's default provider for the static executable: the algorithms of TLS 1.2 and 1.3, of certificates and of signed tokens, and no
// others. OpenSSL's own lists every algorithm that it has, so a static executable would carry them all, 0.7 MB of ciphers, digests and kinds of
// keys that no code here can ask for. scripts/build-static puts these functions in the place of OpenSSL's.
//
// The names are OpenSSL's. The functions without a header are those of OpenSSL 3.0, which the script checks.
#include <openssl/bio.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/evp.h>
#include <openssl/params.h>

extern int ossl_prov_bio_from_dispatch(const OSSL_DISPATCH *);
extern int ossl_prov_seeding_from_dispatch(const OSSL_DISPATCH *);
extern BIO_METHOD *ossl_bio_prov_init_bio_method(void);
extern void *ossl_prov_ctx_new(void);
extern void ossl_prov_ctx_set0_libctx(void *, void *);
extern void ossl_prov_ctx_set0_handle(void *, const OSSL_CORE_HANDLE *);
extern void ossl_prov_ctx_set0_core_bio_method(void *, BIO_METHOD *);
extern int ossl_prov_get_capabilities(void *, const char *, OSSL_CALLBACK *, void *);


// Every row of every list: OpenSSL's names, its properties, and the name of its functions.
#define DIGESTS(_) \
  _("SHA1:SHA-1:SSL3-SHA1:1.3.14.3.2.26", "", sha1) \
  _("SHA2-224:SHA-224:SHA224:2.16.840.1.101.3.4.2.4", "", sha224) \
  _("SHA2-256:SHA-256:SHA256:2.16.840.1.101.3.4.2.1", "", sha256) \
  _("SHA2-384:SHA-384:SHA384:2.16.840.1.101.3.4.2.2", "", sha384) \
  _("SHA2-512:SHA-512:SHA512:2.16.840.1.101.3.4.2.3", "", sha512) \
  _("MD5:SSL3-MD5:1.2.840.113549.2.5", "", md5) \
  _("MD5-SHA1", "", md5_sha1)
#define CIPHERS(_) \
  _("NULL", "", null) \
  _("AES-256-ECB:2.16.840.1.101.3.4.1.41", "", aes256ecb) \
  _("AES-128-ECB:2.16.840.1.101.3.4.1.1", "", aes128ecb) \
  _("AES-256-CBC:AES256:2.16.840.1.101.3.4.1.42", "", aes256cbc) \
  _("AES-128-CBC:AES128:2.16.840.1.101.3.4.1.2", "", aes128cbc) \
  _("AES-256-CTR", "", aes256ctr) \
  _("AES-128-CTR", "", aes128ctr) \
  _("AES-256-GCM:id-aes256-GCM:2.16.840.1.101.3.4.1.46", "", aes256gcm) \
  _("AES-128-GCM:id-aes128-GCM:2.16.840.1.101.3.4.1.6", "", aes128gcm) \
  _("ChaCha20", "", chacha20) \
  _("ChaCha20-Poly1305", "", chacha20_ossl_poly1305)
#define MACS(_) _("HMAC", "", hmac)
#define DERIVATIONS(_) \
  _("HKDF", "", kdf_hkdf) \
  _("TLS13-KDF", "", kdf_tls1_3_kdf) \
  _("TLS1-PRF", "", kdf_tls1_prf) \
  _("PKCS12KDF", "", kdf_pkcs12) \
  _("PBKDF2:1.2.840.113549.1.5.12", "", kdf_pbkdf2)
#define EXCHANGES(_) \
  _("ECDH", "", ecdh_keyexch) \
  _("X25519:1.3.101.110", "", x25519_keyexch) \
  _("TLS1-PRF", "", kdf_tls1_prf_keyexch) \
  _("HKDF", "", kdf_hkdf_keyexch)
#define RANDOM(_) \
  _("CTR-DRBG", "", drbg_ctr) \
  _("SEED-SRC", "", seed_src)
#define SIGNATURES(_) \
  _("RSA:rsaEncryption:1.2.840.113549.1.1.1", "", rsa_signature) \
  _("ED25519:1.3.101.112", "", ed25519_signature) \
  _("ECDSA", "", ecdsa_signature) \
  _("HMAC", "", mac_legacy_hmac_signature)
#define ENCRYPTIONS(_) _("RSA:rsaEncryption:1.2.840.113549.1.1.1", "", rsa_asym_cipher)
#define KEYS(_) \
  _("RSA:rsaEncryption:1.2.840.113549.1.1.1", "", rsa_keymgmt) \
  _("RSA-PSS:RSASSA-PSS:1.2.840.113549.1.1.10", "", rsapss_keymgmt) \
  _("EC:id-ecPublicKey:1.2.840.10045.2.1", "", ec_keymgmt) \
  _("X25519:1.3.101.110", "", x25519_keymgmt) \
  _("ED25519:1.3.101.112", "", ed25519_keymgmt) \
  _("TLS1-PRF", "", kdf_keymgmt) \
  _("HKDF", "", kdf_keymgmt) \
  _("HMAC", "", mac_legacy_keymgmt)

#define WRITTEN(_, names, key) \
  _(names, ",fips=yes,output=der,structure=PrivateKeyInfo", key##_to_PrivateKeyInfo_der_encoder) \
  _(names, ",fips=yes,output=pem,structure=PrivateKeyInfo", key##_to_PrivateKeyInfo_pem_encoder) \
  _(names, ",fips=yes,output=der,structure=SubjectPublicKeyInfo", key##_to_SubjectPublicKeyInfo_der_encoder) \
  _(names, ",fips=yes,output=pem,structure=SubjectPublicKeyInfo", key##_to_SubjectPublicKeyInfo_pem_encoder)
#define WRITERS(_) \
  WRITTEN(_, "RSA:rsaEncryption:1.2.840.113549.1.1.1", rsa) \
  WRITTEN(_, "RSA-PSS:RSASSA-PSS:1.2.840.113549.1.1.10", rsapss) \
  WRITTEN(_, "EC:id-ecPublicKey:1.2.840.10045.2.1", ec) \
  WRITTEN(_, "ED25519:1.3.101.112", ed25519)

#define READ(_, names, key) \
  _(names, ",fips=yes,input=der,structure=PrivateKeyInfo", PrivateKeyInfo_der_to_##key##_decoder) \
  _(names, ",fips=yes,input=der,structure=SubjectPublicKeyInfo", SubjectPublicKeyInfo_der_to_##key##_decoder)
#define READERS(_) \
  READ(_, "RSA:rsaEncryption:1.2.840.113549.1.1.1", rsa) \
  _("RSA:rsaEncryption:1.2.840.113549.1.1.1", ",fips=yes,input=der,structure=type-specific", type_specific_keypair_der_to_rsa_decoder) \
  _("RSA:rsaEncryption:1.2.840.113549.1.1.1", ",fips=yes,input=der,structure=rsa", RSA_der_to_rsa_decoder) \
  READ(_, "RSA-PSS:RSASSA-PSS:1.2.840.113549.1.1.10", rsapss) \
  READ(_, "EC:id-ecPublicKey:1.2.840.10045.2.1", ec) \
  _("EC:id-ecPublicKey:1.2.840.10045.2.1", ",fips=yes,input=der,structure=type-specific", type_specific_no_pub_der_to_ec_decoder) \
  _("EC:id-ecPublicKey:1.2.840.10045.2.1", ",fips=yes,input=der,structure=ec", EC_der_to_ec_decoder) \
  READ(_, "ED25519:1.3.101.112", ed25519) \
  _("DER", ",fips=yes,input=der,structure=SubjectPublicKeyInfo", SubjectPublicKeyInfo_der_to_der_decoder) \
  _("DER", ",fips=yes,input=der,structure=EncryptedPrivateKeyInfo", EncryptedPrivateKeyInfo_der_to_der_decoder) \
  _("DER", ",fips=yes,input=pem", pem_to_der_decoder)

#define DECLARATION(names, properties, name) extern const OSSL_DISPATCH ossl_##name##_functions[];
#define ELEMENT(names, properties, name) { names, "provider=default" properties, ossl_##name##_functions, NULL },
#define LIST(name, rows) \
  rows(DECLARATION) static const OSSL_ALGORITHM name[] = {rows(ELEMENT) { NULL, NULL, NULL, NULL }};

LIST(digests, DIGESTS)
LIST(ciphers, CIPHERS)
LIST(macs, MACS)
LIST(derivations, DERIVATIONS)
LIST(exchanges, EXCHANGES)
LIST(generators, RANDOM)
LIST(signatures, SIGNATURES)
LIST(encryptions, ENCRYPTIONS)
LIST(keys, KEYS)
LIST(writers, WRITERS)
LIST(readers, READERS)

static const OSSL_ALGORITHM *query(void *context, int operation, int *no_cache) {
  *no_cache = 0;
  switch (operation) {
  case OSSL_OP_DIGEST: return digests;
  case OSSL_OP_CIPHER: return ciphers;
  case OSSL_OP_MAC: return macs;
  case OSSL_OP_KDF: return derivations;
  case OSSL_OP_RAND: return generators;
  case OSSL_OP_KEYMGMT: return keys;
  case OSSL_OP_KEYEXCH: return exchanges;
  case OSSL_OP_SIGNATURE: return signatures;
  case OSSL_OP_ASYM_CIPHER: return encryptions;
  case OSSL_OP_ENCODER: return writers;
  case OSSL_OP_DECODER: return readers;
  default: return NULL;
  }
}

static const OSSL_DISPATCH functions[] = {
  { OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query },
  { OSSL_FUNC_PROVIDER_GET_CAPABILITIES, (void (*)(void))ossl_prov_get_capabilities },
  { 0, NULL },
};

// What OpenSSL calls in the place of ossl_default_provider_init.
int mockidp_provider(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *core, const OSSL_DISPATCH **out, void **context) {
  OSSL_FUNC_core_get_libctx_fn *library = NULL;
  if (!ossl_prov_bio_from_dispatch(core) || !ossl_prov_seeding_from_dispatch(core)) return 0;
  for (const OSSL_DISPATCH *function = core; function->function_id != 0; function++)
    if (function->function_id == OSSL_FUNC_CORE_GET_LIBCTX) library = OSSL_FUNC_core_get_libctx(function);
  BIO_METHOD *method = ossl_bio_prov_init_bio_method();
  if (library == NULL || method == NULL || (*context = ossl_prov_ctx_new()) == NULL) return 0;
  ossl_prov_ctx_set0_libctx(*context, library(handle));
  ossl_prov_ctx_set0_handle(*context, handle);
  ossl_prov_ctx_set0_core_bio_method(*context, method);
  *out = functions;
  return 1;
}

// What OpenSSL calls in the place of openssl_add_all_digests_int: the digests that a certificate's signature may name.
void mockidp_digests(void) {
  EVP_add_digest(EVP_md5());
  EVP_add_digest(EVP_sha1());
  EVP_add_digest(EVP_sha224());
  EVP_add_digest(EVP_sha256());
  EVP_add_digest(EVP_sha384());
  EVP_add_digest(EVP_sha512());
}
