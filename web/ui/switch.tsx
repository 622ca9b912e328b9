import css from './switch.module.css';

type SwitchProps = { label: string; on: boolean; onChange: (on: boolean) => void };

/** A labelled on/off switch. */
export function Switch({ label, on, onChange }: SwitchProps) {
  return (
    <label className={css.switch}>
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        onChange={event => onChange(event.target.checked)}
      />
    </label>
  );
}
