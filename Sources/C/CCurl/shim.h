#pragma once
#include <curl/curl.h>

// Swift imports no C variadics: one wrapper for each type of argument.
static inline CURLcode tealight_curl_set_long(CURL *h, CURLoption o, long v) {
  return curl_easy_setopt(h, o, v);
}
static inline CURLcode tealight_curl_set_string(CURL *h, CURLoption o, const char *v) {
  return curl_easy_setopt(h, o, v);
}
static inline CURLcode tealight_curl_set_pointer(CURL *h, CURLoption o, void *v) {
  return curl_easy_setopt(h, o, v);
}
typedef size_t (*tealight_curl_data)(char *bytes, size_t size, size_t count, void *user);
static inline CURLcode tealight_curl_set_data(CURL *h, CURLoption o, tealight_curl_data f) {
  return curl_easy_setopt(h, o, f);
}
typedef CURLcode (*tealight_curl_tls)(CURL *h, void *context, void *user);
static inline CURLcode tealight_curl_set_tls(CURL *h, tealight_curl_tls f) {
  return curl_easy_setopt(h, CURLOPT_SSL_CTX_FUNCTION, f);
}
typedef int (*tealight_curl_lookup)(void *resolver, void *reserved, void *user);
static inline CURLcode tealight_curl_set_lookup(CURL *h, tealight_curl_lookup f) {
  return curl_easy_setopt(h, CURLOPT_RESOLVER_START_FUNCTION, f);
}
static inline CURLcode tealight_curl_set_open(CURL *h, curl_opensocket_callback f) {
  return curl_easy_setopt(h, CURLOPT_OPENSOCKETFUNCTION, f);
}
static inline CURLcode tealight_curl_get_long(CURL *h, CURLINFO i, long *v) {
  return curl_easy_getinfo(h, i, v);
}
// Microseconds.
static inline CURLcode tealight_curl_get_time(CURL *h, CURLINFO i, curl_off_t *v) {
  return curl_easy_getinfo(h, i, v);
}
static inline CURLcode tealight_curl_get_string(CURL *h, CURLINFO i, const char **v) {
  return curl_easy_getinfo(h, i, v);
}
static inline CURLcode tealight_curl_get_socket(CURL *h, curl_socket_t *s) {
  return curl_easy_getinfo(h, CURLINFO_ACTIVESOCKET, s);
}

// The next finished transfer, or null. CURLMsg holds a union, which Swift reads awkwardly.
static inline CURL *tealight_curl_finished(CURLM *m, CURLcode *code) {
  CURLMsg *message;
  int left;
  while ((message = curl_multi_info_read(m, &left)))
    if (message->msg == CURLMSG_DONE) {
      *code = message->data.result;
      return message->easy_handle;
    }
  return 0;
}
