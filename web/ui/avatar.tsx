import { avatarColors } from '../app/styles/theme.ts';
import css from './avatar.module.css';
import { Icon } from './icon.tsx';
import { getInitials } from './initials.ts';

/** Hashes a name to a colour. */
const getColor = (name: string): string => {
  let sum = 0;
  for (const letter of name) sum = (sum * 177 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return avatarColors[sum % avatarColors.length] ?? avatarColors[0];
};

/** A person's initials on a coloured disc; a person icon if the name is null. `size` in pixels. */
export function Avatar({ name, size = 24, title }: { name: string | null; size?: number; title?: string | undefined }) {
  const scale = { width: size, height: size, fontSize: size * 0.42 };
  if (name === null) {
    return (
      <span className={css.unassigned} style={scale} title={title} aria-hidden="true">
        <Icon name="person" size={14} />
      </span>
    );
  }
  return (
    <span className={css.avatar} style={{ ...scale, background: getColor(name) }} title={title} aria-hidden="true">
      {getInitials(name)}
    </span>
  );
}
