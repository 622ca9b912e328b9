import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { ChoiceField } from '../looks.ts';
import css from './filter-control.module.css';

/** Receives the filter's new value in the API's format; undefined removes the filter. */
type OnChange = (value: string | undefined) => void;

type ChoiceFilterProps<Value extends string> = {
  field: ChoiceField<Value>;
  value: string | undefined;
  onChange: OnChange;
};

/** A filter that accepts one or more of its fixed values. */
export function ChoiceFilter<Value extends string>({ field, value, onChange }: ChoiceFilterProps<Value>) {
  const { label, values, looks } = field;
  const chosen = new Set(value?.split(','));
  const toggle = (option: Value): void => {
    const next = values.filter(value => (value === option ? !chosen.has(value) : chosen.has(value)));
    onChange(next.length > 0 ? next.join(',') : undefined);
  };
  return (
    <fieldset className={css.options}>
      <legend className="field-label">{label}</legend>
      {values.map(option => (
        <label key={option} className={css.check}>
          <input type="checkbox" checked={chosen.has(option)} onChange={() => toggle(option)} />
          {looks[option].label}
        </label>
      ))}
    </fieldset>
  );
}

type SelectFilterProps = {
  label: string;
  /** Label of the empty choice. */
  any: string;
  choices: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: OnChange;
};

/** A filter with one of a few values. An unknown value in the URL is shown unchanged. */
export function SelectFilter({ label, any, choices, value = '', onChange }: SelectFilterProps) {
  const isKnown = value === '' || choices.some(choice => choice.value === value);
  return (
    <label className="field">
      <span>{label}</span>
      <select className="input" value={value} onChange={event => onChange(event.target.value || undefined)}>
        <option value="">{any}</option>
        {choices.map(choice => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
        {!isKnown && <option value={value}>{value}</option>}
      </select>
    </label>
  );
}

type TextFilterProps = {
  label: string;
  type?: 'text' | 'email' | 'date';
  placeholder?: string;
  suggestions?: readonly string[];
  /** The filter's text; empty without a filter. */
  value: string;
  onChange: (text: string) => void;
};

/**
 * A text or date filter. Enter and blur apply it; a changed date applies immediately. Escape restores the previous
 * text.
 */
export function TextFilter({ label, type = 'text', placeholder, suggestions, value, onChange }: TextFilterProps) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = value;
  }, [value]);
  const apply = (): void => {
    const text = input.current?.value.trim() ?? '';
    if (text !== value) onChange(text);
  };
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void => {
    if (key === 'Enter') apply();
    if (key === 'Escape') currentTarget.value = value;
  };
  return (
    <label className="field">
      <span>{label}</span>
      <input
        ref={input}
        className="input"
        dir="auto"
        // The server validates email addresses. inputMode only selects the phone's keyboard.
        type={type === 'date' ? 'date' : 'text'}
        inputMode={type === 'email' ? 'email' : undefined}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={placeholder}
        list={suggestions && list}
        defaultValue={value}
        onKeyDown={onKeyDown}
        onBlur={apply}
        onChange={() => type === 'date' && apply()}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map(suggestion => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </label>
  );
}
