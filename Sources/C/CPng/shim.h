#pragma once
#include <png.h>
#include <string.h>

// Only libpng's simplified API: the classic one longjmps through its caller, which Swift forbids.
static inline void tealight_png_begin(png_image *image) {
  memset(image, 0, sizeof *image);
  image->version = PNG_IMAGE_VERSION;
}
