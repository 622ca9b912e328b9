/** How many characters a message may have, counted as the API counts them: as code points. */
const mostCharacters = 65_535;

/** How many characters a text has too many; 0 where it can be sent. */
export function excessOf(text: string): number {
  if (text.length <= mostCharacters) return 0;
  let count = 0;
  for (const _ of text) count++;
  return Math.max(count - mostCharacters, 0);
}
