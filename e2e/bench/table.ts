/** A table to be read: a heading, the names of the columns, and rows of as many cells. */
export type Table = { heading: string; columns: readonly string[]; rows: readonly (readonly string[])[] };

/** A table as text: the first column begins at the left, the others, which are numbers, end at the right. */
export function asText({ heading, columns, rows }: Table): string {
  const widths = widthsOf(columns, rows);
  const line = (cells: readonly string[]) => padded(cells, widths).join('  ').trimEnd();
  return [heading, '', line(columns), ...rows.map(line)].join('\n');
}

/** The same as a table of Markdown. */
export function asMarkdown({ heading, columns, rows }: Table): string {
  const escaped = [columns, ...rows].map(cells => cells.map(cell => cell.replaceAll('|', '\\|')));
  const widths = widthsOf([], escaped);
  const line = (cells: readonly string[]) => `| ${padded(cells, widths).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const [head = [], ...body] = escaped;
  return [`**${heading}**`, '', line(head), line(rule), ...body.map(line)].join('\n');
}

const widthsOf = (columns: readonly string[], rows: readonly (readonly string[])[]): number[] => {
  const all = [columns, ...rows];
  return Array.from({ length: Math.max(...all.map(cells => cells.length)) }, (_, column) =>
    Math.max(3, ...all.map(cells => cells[column]?.length ?? 0)),
  );
};

const padded = (cells: readonly string[], widths: readonly number[]): string[] =>
  cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)));
