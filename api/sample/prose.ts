/** Lines that begin something of their own in Markdown: list items, quotes, tables, headings, fences. */
const startsBlock = /^\s*([-*] |\d+\. |>|\||#{1,6} |~~~|```)/;
const fence = /^\s*(~~~|```)/;

/**
 * The text of an indented template literal at column 0: the indentation its lines share and the blank edges are removed.
 * The first line may stand right after the backtick.
 */
export function dedent(literal: string): string {
  const [first = '', ...rest] = literal.trimEnd().split('\n');
  const indents = rest.filter(line => line.trim() !== '').map(line => line.search(/\S/));
  const shared = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return [first.trimStart(), ...rest.map(line => line.slice(shared))].join('\n').trim();
}

/** Markdown as a person types it into a form: each paragraph or list item on one line, code blocks as they are. */
export function prose(literal: string): string {
  const lines: string[] = [];
  let inFence = false;
  for (const line of dedent(literal).split('\n')) {
    const last = lines.at(-1);
    const continues = !inFence && line.trim() !== '' && !startsBlock.test(line) && last && !fence.test(last);
    if (continues) lines[lines.length - 1] = `${last} ${line.trim()}`;
    else lines.push(line);
    if (fence.test(line)) inFence = !inFence;
  }
  return lines.join('\n');
}
