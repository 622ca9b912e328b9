import { useId } from 'react';
import { Icon, type IconName } from './icon.tsx';
import css from './segmented-control.module.css';

type Segment<Value extends string> = { value: Value; label: string; icon?: IconName };

type SegmentedControlProps<Value extends string> = {
  /** Name of the setting; visible if `labelled`. */
  label: string;
  labelled?: boolean;
  disabled?: boolean;
  segments: readonly Segment<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** A segmented control: radio buttons side by side. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, labelled = false, disabled, segments, chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset className={css.segments} disabled={disabled}>
      <legend className={labelled ? 'field-label' : 'visually-hidden'}>{label}</legend>
      <span className={css.row}>
        {segments.map(segment => (
          <label key={segment.value}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={segment.value === chosen}
              onChange={() => onChoose(segment.value)}
            />
            {segment.icon && <Icon name={segment.icon} size={14} />}
            {segment.label}
          </label>
        ))}
      </span>
    </fieldset>
  );
}
