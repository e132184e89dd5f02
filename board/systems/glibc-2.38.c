// What Debian 13's Swift runtime takes from its C library, and what the older one of Debian 12 lacks.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// By the C standard of 2023, these read numbers that begin with 0b as well: the runtime has none.
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) {
  return strtoll(text, end, base);
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
  return strtoul(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return strtoull(text, end, base);
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = vsscanf(text, format, arguments);
  va_end(arguments);
  return count;
}

size_t strlcpy(char *to, const char *from, size_t room) {
  size_t length = strlen(from);
  if (room > 0) {
    size_t kept = length < room ? length : room - 1;
    memcpy(to, from, kept);
    to[kept] = 0;
  }
  return length;
}

size_t strlcat(char *to, const char *from, size_t room) {
  size_t length = strnlen(to, room);
  return length + strlcpy(to + length, from, room - length);
}
