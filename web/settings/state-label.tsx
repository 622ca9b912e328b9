import { Icon, type IconName } from '../ui/icon.tsx';
import css from './state-label.module.css';

/** The label, icon and CSS colour (`ink`) of a state. */
export type StateLook = { label: string; icon: IconName; ink: string };

/** Shows a state as an icon and a label. */
export function StateLabel({ look: { label, icon, ink } }: { look: StateLook }) {
  return (
    <span className={css.state} style={{ color: ink }}>
      <Icon name={icon} size={14} /> {label}
    </span>
  );
}

/** Shows the error of a failed or paused state. */
export const StateError = ({ error }: { error: string }) => <span className={css.error}>{error}</span>;
