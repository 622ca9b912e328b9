/**
 * Returns the ids before and after a row in its list. If the row has just left the list (such as a closed ticket among
 * the open tickets), returns the ids around its last position. If the row was the last row, `previous` and `next` are
 * both the id of the new last row.
 *
 * @param lastIndex the index where the row was last found; -1 if it was never found
 */
export function findNeighbours(
  rows: readonly { id: string }[],
  id: string | undefined,
  lastIndex: number,
): { previous: string | undefined; next: string | undefined } {
  const index = rows.findIndex(row => row.id === id);
  if (index >= 0) return { previous: rows[index - 1]?.id, next: rows[index + 1]?.id };
  if (lastIndex < 0) return { previous: undefined, next: rows[0]?.id };
  return { previous: rows[lastIndex - 1]?.id, next: (rows[lastIndex] ?? rows.at(-1))?.id };
}
