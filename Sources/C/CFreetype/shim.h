#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

// FT_LOAD_TARGET_* are function-like macros, which Swift does not import.
static const FT_Int32 tealight_ft_load_mono = FT_LOAD_RENDER | FT_LOAD_TARGET_MONO;
static const FT_Int32 tealight_ft_load_smooth = FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT;
/// The same letter as an outline.
static const FT_Int32 tealight_ft_measure_smooth = FT_LOAD_TARGET_LIGHT;
