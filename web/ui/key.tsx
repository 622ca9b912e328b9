import { usePreferences } from '../preferences.ts';
import { isApple } from './platform.ts';

/** What stands on a key, and how it is said. */
const names: Readonly<Record<string, readonly [shown: string, said: string]>> = {
  Enter: ['↵', 'Enter'],
  Escape: ['Esc', 'Escape'],
  Mod: isApple ? ['⌘', 'Command'] : ['Ctrl', 'Control'],
  Shift: ['⇧', 'Shift'],
  ArrowDown: ['↓', 'Down'],
  ArrowUp: ['↑', 'Up'],
  PageDown: ['PgDn', 'Page Down'],
  PageUp: ['PgUp', 'Page Up'],
};

const show = (key: string): string => names[key]?.[0] ?? (key.length === 1 ? key.toUpperCase() : key);

const held: readonly string[] = ['Mod', 'Shift'];

/** A shortcut in words: `g i` is “g then i”, `Mod k` is “Control k”. */
export const sayKeys = (keys: string): string =>
  keys
    .split(' ')
    .map(
      (key, index, all) =>
        `${names[key]?.[1] ?? key}${index === all.length - 1 ? '' : held.includes(key) ? ' ' : ' then '}`,
    )
    .join('');

/** Letters, digits and signs: what single keys are. Enter, Escape and Tab go on where those are turned off. */
const isCharacter = (stroke: string): boolean => stroke.length === 1;
const isSingle = (keys: string): boolean => !keys.startsWith('Mod ') && keys.split(' ').some(isCharacter);

type KeyProps = { keys: string /** Also where single keys are turned off: it is typed. */; always?: boolean };

/** A keyboard shortcut beside what it does: `e`, `g i`, `Mod Enter`. A hint for the eye, not for screen readers. */
export function Key({ keys, always = false }: KeyProps) {
  const { shortcuts } = usePreferences();
  if (!shortcuts && !always && isSingle(keys)) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: kbd takes no focus
  return <kbd aria-hidden="true">{keys.split(' ').map(show).join(' ')}</kbd>;
}
