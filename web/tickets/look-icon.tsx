import { Icon } from '../ui/icon.tsx';
import type { Look } from './looks.ts';

/** The coloured icon of a state or priority. `size` in pixels. */
export function LookIcon({ look, size = 14 }: { look: Look; size?: number }) {
  return (
    <span style={{ color: look.tint, display: 'grid' }}>
      <Icon name={look.icon} size={size} />
    </span>
  );
}
