/**
 * How a built file is written that a server runs: without comments, and with signs of ASCII alone outside of tagged
 * templates. V8 keeps the text of what it runs in memory, in two bytes a sign where one sign needs two. Names and lines stay.
 * Shape: options of an output of Rolldown.
 */
export const heldNarrow = {
  comments: false,
  minify: { compress: false, mangle: false, codegen: { asciiOnly: true, removeWhitespace: false } },
} as const
