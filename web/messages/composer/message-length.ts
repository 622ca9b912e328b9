/** The API's maximum length of a message, in code points. */
const maxCharacters = 65_535;

/** Returns the number of characters over the limit. */
export function countExcessCharacters(text: string): number {
  if (text.length <= maxCharacters) return 0;
  let count = 0;
  for (const _ of text) count++;
  return Math.max(count - maxCharacters, 0);
}
