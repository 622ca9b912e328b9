import { avatarColors } from '../theme.ts';
import css from './avatar.module.css';

/** First letters of the first and the last word. */
const initialsOf = (name: string): string => {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map(word => word?.[0] ?? '')
    .join('')
    .toUpperCase();
};

/** The same name always gets the same colour. */
const colorOf = (name: string): string => {
  let sum = 0;
  for (const letter of name) sum = (sum * 177 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return avatarColors[sum % avatarColors.length] ?? avatarColors[0];
};

/** A person as a disc of their colour. `size` in pixels; without a name an empty place. */
export function Avatar({ name, size = 24, title }: { name: string | null; size?: number; title?: string | undefined }) {
  const scale = { width: size, height: size, fontSize: size * 0.42 };
  if (name === null) return <span className={css.empty} style={scale} title={title} aria-hidden="true" />;
  return (
    <span className={css.avatar} style={{ ...scale, background: colorOf(name) }} title={title} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
