#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H

// FT_LOAD_TARGET_* are function-like macros, which Swift does not import.
static const FT_Int32 tealight_ft_load_mono = FT_LOAD_RENDER | FT_LOAD_TARGET_MONO;
static const FT_Int32 tealight_ft_load_smooth = FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT;
