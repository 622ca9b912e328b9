/** Returns the first letters of the first and the last word. */
export const getInitials = (name: string): string => {
  // Vowel signs and accents may be separate characters within a word.
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .flatMap(word => [...(word ?? '')].slice(0, 1))
    .join('')
    .toUpperCase();
};
