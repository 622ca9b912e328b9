import { usePreferences } from '../storage/preferences.ts';
import { isApple } from './platform.ts';

/** Symbol and spoken name of each key. */
const names: Readonly<Record<string, readonly [symbol: string, name: string]>> = {
  Enter: ['↵', 'Enter'],
  Escape: ['Esc', 'Escape'],
  Mod: isApple ? ['⌘', 'Command'] : ['Ctrl', 'Control'],
  Shift: ['⇧', 'Shift'],
  ArrowDown: ['↓', 'Down'],
  ArrowUp: ['↑', 'Up'],
  ArrowLeft: ['←', 'Left'],
  ArrowRight: ['→', 'Right'],
  PageDown: ['PgDn', 'Page Down'],
  PageUp: ['PgUp', 'Page Up'],
};

const formatKey = (key: string): string => names[key]?.[0] ?? (key.length === 1 ? key.toUpperCase() : key);

const modifiers: readonly string[] = ['Mod', 'Shift'];

/** Formats a shortcut for screen readers. `g i` becomes “g then i”, `Mod k` “Control k”. */
export const formatSpokenKeys = (keys: string): string =>
  keys
    .split(' ')
    .map(
      (key, index, all) =>
        `${names[key]?.[1] ?? key}${index === all.length - 1 ? '' : modifiers.includes(key) ? ' ' : ' then '}`,
    )
    .join('');

/** Single-key shortcuts are characters; Enter, Escape and Tab always work. */
const isCharacter = (stroke: string): boolean => stroke.length === 1;
const isSingle = (keys: string): boolean => !keys.startsWith('Mod ') && keys.split(' ').some(isCharacter);

const formatKeys = (keys: string): string => keys.split(' ').map(formatKey).join(' ');

type KeyHintProps = {
  keys: string;
  /** Shown even if single-key shortcuts are off. */
  always?: boolean;
};

/** Shows a keyboard shortcut: `e`, `g i`, `Mod Enter`. Hidden from screen readers. */
export function KeyHint({ keys, always = false }: KeyHintProps) {
  const { shortcuts } = usePreferences();
  if (!shortcuts && !always && isSingle(keys)) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: kbd is not focusable
  return <kbd aria-hidden="true">{formatKeys(keys)}</kbd>;
}

/** Returns a tooltip with its shortcut: `Next ticket (J)`. Omits the shortcut if single-key shortcuts are off. */
export function useTitleWithKeys(title: string, keys: string): string {
  const { shortcuts } = usePreferences();
  return !shortcuts && isSingle(keys) ? title : `${title} (${formatKeys(keys)})`;
}
