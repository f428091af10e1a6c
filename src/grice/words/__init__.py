"""English, once: tokens, number words, plurals and articles, parts of speech, WordNet."""
