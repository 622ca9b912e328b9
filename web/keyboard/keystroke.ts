/** Result of a keystroke: an action, or the pending start of a sequence. */
export type StrokeResult<Name extends string> = { action: Name | null; pending: string };

/** The parts of a KeyboardEvent that determine the keystroke. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

const modifiers: readonly string[] = ['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock', 'Fn', 'NumLock'];

/** Sent by dead keys, input methods and broken layouts. */
const ignoredKeys: readonly string[] = ['Dead', 'Process', 'Unidentified', 'Compose'];

/** A space separates keystrokes, so the space key needs a name. */
const getKeyName = (key: string): string => (key === ' ' ? 'Space' : key);

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

/** Returns the Latin letter of a key, from its physical position in non-Latin layouts. */
function getLetter({ key, code }: KeyPress): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/**
 * Formats a key event as in `actions.ts`: `j`, `?`, `Enter`, `Shift x`, `Mod k`. Null for dead keys and input methods.
 * Null also for keys with Alt or AltGr, with Ctrl on Apple devices, and with Meta elsewhere: they belong to the system
 * or the layout.
 *
 * @param isApple whether Mod is ⌘
 */
export function formatStroke(pressed: KeyPress, isApple: boolean): string | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed;
  const key = getKeyName(pressed.key);
  if (altKey || pressed.getModifierState('AltGraph') || ignoredKeys.includes(key)) return null;
  const name = isLetter(key) ? getLetter(pressed) : key;
  // With Shift, characters other than letters already differ in `key`. The case of letters is ignored.
  const shifted = shiftKey && (isLetter(key) || key.length > 1) ? `Shift ${name}` : name;
  if (!ctrlKey && !metaKey) return shifted;
  return (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) ? `Mod ${shifted}` : null;
}

export const isModifier = (key: string): boolean => modifiers.includes(key);

/**
 * Looks up the action of a keystroke. After the first key of a sequence such as `g i`, `pending` contains that key.
 *
 * @param pending the `pending` of the previous result; empty at the start
 */
export function matchStroke<Name extends string>(
  namesByKeys: ReadonlyMap<string, Name>,
  pending: string,
  stroke: string,
): StrokeResult<Name> {
  const typed = pending === '' ? stroke : `${pending} ${stroke}`;
  const action = namesByKeys.get(typed);
  if (action !== undefined) return { action, pending: '' };
  if (findContinuations(namesByKeys, typed).length > 0) return { action: null, pending: typed };
  return pending === '' ? { action: null, pending: '' } : matchStroke(namesByKeys, '', stroke);
}

/** Returns the actions whose sequence continues the pending sequence. */
export const findContinuations = <Name extends string>(
  namesByKeys: ReadonlyMap<string, Name>,
  pending: string,
): Name[] => [...namesByKeys].filter(([keys]) => keys.startsWith(`${pending} `)).map(([, name]) => name);
