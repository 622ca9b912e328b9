/** A table with a heading; each row has as many cells as there are columns. */
export type Table = { heading: string; columns: readonly string[]; rows: readonly (readonly string[])[] };

/** Formats a table as text: the first column is left-aligned, all others are right-aligned. */
export function formatTextTable({ heading, columns, rows }: Table): string {
  const widths = computeWidths(columns, rows);
  const line = (cells: readonly string[]) => padCells(cells, widths).join('  ').trimEnd();
  return [heading, '', line(columns), ...rows.map(line)].join('\n');
}

export function formatMarkdownTable({ heading, columns, rows }: Table): string {
  const escaped = [columns, ...rows].map(cells => cells.map(cell => cell.replaceAll('|', '\\|')));
  const widths = computeWidths([], escaped);
  const line = (cells: readonly string[]) => `| ${padCells(cells, widths).join(' | ')} |`;
  const separator = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const [head = [], ...body] = escaped;
  return [`**${heading}**`, '', line(head), line(separator), ...body.map(line)].join('\n');
}

const computeWidths = (columns: readonly string[], rows: readonly (readonly string[])[]): number[] => {
  const all = [columns, ...rows];
  return Array.from({ length: Math.max(...all.map(cells => cells.length)) }, (_, column) =>
    Math.max(3, ...all.map(cells => cells[column]?.length ?? 0)),
  );
};

const padCells = (cells: readonly string[], widths: readonly number[]): string[] =>
  cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)));
