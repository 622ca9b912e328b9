/** The lines of a text, and whether the other text has none like it: what to look at where two texts are side by side. */
export function markLines(text: string, other: string): { line: string; isOwn: boolean }[] {
  const others = new Set(other.split('\n'));
  return text.split('\n').map(line => ({ line, isOwn: line.trim() !== '' && !others.has(line) }));
}
