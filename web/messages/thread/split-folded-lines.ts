/** Splits a message into its own text and the folded lines at its end. Folds nothing if no own text would remain. */
export function splitFoldedLines(text: string, foldedLines: number): { own: string; folded: string } {
  const lines = text.split('\n');
  const own = lines
    .slice(0, Math.max(lines.length - foldedLines, 0))
    .join('\n')
    .trimEnd();
  if (foldedLines === 0 || own === '') return { own: text, folded: '' };
  return { own, folded: lines.slice(lines.length - foldedLines).join('\n') };
}
