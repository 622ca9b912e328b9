/** Splits a text into lines and marks those that the other text lacks. */
export function markLines(text: string, other: string): { line: string; isOwn: boolean }[] {
  const others = new Set(other.split('\n'));
  return text.split('\n').map(line => ({ line, isOwn: line.trim() !== '' && !others.has(line) }));
}
