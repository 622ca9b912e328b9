/** What a keystroke means while a sequence may be under way. */
export type Reading<Name extends string> = { action: Name | null; pending: string };

/** The parts of a KeyboardEvent that say which stroke it is. */
export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

/** Keys that only change what others mean. */
const modifiers: readonly string[] = ['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock', 'Fn', 'NumLock'];

/** Not a key of ours: what a dead key, an input method or a broken layout sends. */
const nameless: readonly string[] = ['Dead', 'Process', 'Unidentified', 'Compose'];

/** As in a list of strokes, where a space stands between them. */
const nameOf = (key: string): string => (key === ' ' ? 'Space' : key);

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

/** The letter of a key. A layout without Latin letters has none in `key`; the place of the key stands in. */
function letterOf({ key, code }: Pressed): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/**
 * The stroke of a key as the list of actions writes it: `j`, `?`, `Enter`, `Shift x`, `Mod k`. Null for what is none of
 * ours: strokes with Alt or AltGr belong to the system or the layout, and so does Ctrl on Apple's keyboards.
 *
 * @param isApple whether Mod is ⌘
 */
export function strokeOf(pressed: Pressed, isApple: boolean): string | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed;
  const key = nameOf(pressed.key);
  if (altKey || pressed.getModifierState('AltGraph') || nameless.includes(key)) return null;
  const name = isLetter(key) ? letterOf(pressed) : key;
  // What a key with Shift types is another character already; a letter is the same one, whatever CapsLock says.
  const shifted = shiftKey && (isLetter(key) || key.length > 1) ? `Shift ${name}` : name;
  if (!ctrlKey && !metaKey) return shifted;
  return (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) ? `Mod ${shifted}` : null;
}

/** True for keys that are held while others are pressed. */
export const isModifier = (key: string): boolean => modifiers.includes(key);

/**
 * Reads one stroke. Sequences such as `g i` are two: after the first, `pending` holds it.
 *
 * @param pending what the last reading left
 */
export function readStroke<Name extends string>(
  nameOf: ReadonlyMap<string, Name>,
  pending: string,
  stroke: string,
): Reading<Name> {
  const typed = pending === '' ? stroke : `${pending} ${stroke}`;
  const action = nameOf.get(typed);
  if (action !== undefined) return { action, pending: '' };
  if (followers(nameOf, typed).length > 0) return { action: null, pending: typed };
  return pending === '' ? { action: null, pending: '' } : readStroke(nameOf, '', stroke);
}

/** The names whose sequence goes on from what was typed. */
export const followers = <Name extends string>(nameOf: ReadonlyMap<string, Name>, pending: string): Name[] =>
  [...nameOf].filter(([keys]) => keys.startsWith(`${pending} `)).map(([, name]) => name);
