// FreeType in, glyphs out.
