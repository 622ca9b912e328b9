/**
 * The ids before and after a ticket in its list. One that has just left the list, as a closed one leaves the open ones,
 * is taken to lie between the rows that closed up around its place.
 *
 * @param place the index it has, or last had; -1 when it was never in the list
 */
export function neighbours(
  rows: readonly { id: string }[],
  id: string | undefined,
  place: number,
): { previous: string | undefined; next: string | undefined } {
  const index = rows.findIndex(row => row.id === id);
  if (index >= 0) return { previous: rows[index - 1]?.id, next: rows[index + 1]?.id };
  if (place < 0) return { previous: undefined, next: rows[0]?.id };
  return { previous: rows[place - 1]?.id, next: (rows[place] ?? rows.at(-1))?.id };
}
