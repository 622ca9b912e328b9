import { useId } from 'react';
import { Icon, type IconName } from './icon.tsx';
import css from './segments.module.css';

type Segment<Value extends string> = { value: Value; label: string; icon?: IconName };

type SegmentsProps<Value extends string> = {
  /** What is chosen here. */
  label: string;
  segments: readonly Segment<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, all in view. */
export function Segments<Value extends string>({ label, segments, chosen, onChoose }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={css.segments}>
      <legend className="visually-hidden">{label}</legend>
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
    </fieldset>
  );
}
