/** What a keystroke means while a sequence may be under way. */
export type Reading<Name extends string> = { action: Name | null; pending: string };

/** The parts of a KeyboardEvent that matter. */
type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Reads one keystroke. Sequences such as `g i` are two strokes: after the first, `pending` holds it.
 * Strokes with Ctrl, Meta, Alt or AltGr belong to the browser, the system or a foreign layout, never to us.
 *
 * @param pending what the last reading left
 */
export function readKeystroke<Name extends string>(
  keysOf: ReadonlyMap<string, Name>,
  pending: string,
  { key, ctrlKey, metaKey, altKey }: Stroke,
): Reading<Name> {
  if (ctrlKey || metaKey || altKey) return { action: null, pending: '' };
  if (key === 'Shift') return { action: null, pending };
  const typed = pending === '' ? key : `${pending} ${key}`;
  const action = keysOf.get(typed);
  if (action !== undefined) return { action, pending: '' };
  const begins = [...keysOf.keys()].some(keys => keys.startsWith(`${typed} `));
  if (begins) return { action: null, pending: typed };
  return pending === '' ? { action: null, pending: '' } : readKeystroke(keysOf, '', { key, ctrlKey, metaKey, altKey });
}
