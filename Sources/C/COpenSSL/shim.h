#pragma once
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// SSL_CTX_set_read_ahead is a macro in some releases. One large read for each wake-up, not two
// small ones for each TLS record: a third of the system calls.
static inline void tealight_tls_read_ahead(void *context) {
  SSL_CTX_set_read_ahead((SSL_CTX *)context, 1);
}
