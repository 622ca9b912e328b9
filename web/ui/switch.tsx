import css from './switch.module.css';

type SwitchProps = {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  /** The id of a description. */
  describedBy?: string | undefined;
};

/** A labelled on/off switch. */
export function Switch({ label, on, onChange, describedBy }: SwitchProps) {
  return (
    <label className={css.switch}>
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        aria-describedby={describedBy}
        checked={on}
        onChange={event => onChange(event.target.checked)}
      />
    </label>
  );
}
