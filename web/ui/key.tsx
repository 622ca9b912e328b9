import { isApple } from './platform.ts';

const names: Readonly<Record<string, string>> = { Enter: '↵', Escape: 'Esc', Mod: isApple ? '⌘' : 'Ctrl' };

const show = (key: string): string => names[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** A keyboard shortcut beside what it does: `e`, `g i`, `Mod Enter`. A hint for the eye, not for screen readers. */
export function Key({ keys }: { keys: string }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: kbd takes no focus
  return <kbd aria-hidden="true">{keys.split(' ').map(show).join(' ')}</kbd>;
}
