import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { Look } from '../words.ts';
import css from './filter-control.module.css';

/** Tells the condition's new value as the API writes it; undefined takes the condition away. */
type OnChange = (value: string | undefined) => void;

type WordsConditionProps<Word extends string> = {
  label: string;
  words: readonly Word[];
  looks: Readonly<Record<Word, Look>>;
  value: string | undefined;
  onChange: OnChange;
};

/** A condition that takes one word or several. */
export function WordsCondition<Word extends string>({
  label,
  words,
  looks,
  value,
  onChange,
}: WordsConditionProps<Word>) {
  const chosen = new Set(value?.split(','));
  const toggle = (word: Word): void => {
    const next = words.filter(other => (other === word ? !chosen.has(other) : chosen.has(other)));
    onChange(next.length > 0 ? next.join(',') : undefined);
  };
  return (
    <fieldset className={css.words}>
      <legend className="field-label">{label}</legend>
      {words.map(word => (
        <label key={word} className={css.check}>
          <input type="checkbox" checked={chosen.has(word)} onChange={() => toggle(word)} />
          {looks[word].label}
        </label>
      ))}
    </fieldset>
  );
}

type ChoiceConditionProps = {
  label: string;
  /** What there is when nothing is chosen. */
  any: string;
  choices: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: OnChange;
};

/** A condition that takes one of a few values; one that an address made up is shown as it is. */
export function ChoiceCondition({ label, any, choices, value = '', onChange }: ChoiceConditionProps) {
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

type TypedConditionProps = {
  label: string;
  type?: 'text' | 'email' | 'date';
  placeholder?: string;
  suggestions?: readonly string[];
  /** What stands in the field: the condition's text, empty without one. */
  value: string;
  onChange: (text: string) => void;
};

/** A condition that is typed. It takes effect with Enter, or as one goes on; Escape leaves it as it was. */
export function TypedCondition({
  label,
  type = 'text',
  placeholder,
  suggestions,
  value,
  onChange,
}: TypedConditionProps) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = value;
  }, [value]);
  const settle = (): void => {
    const text = input.current?.value.trim() ?? '';
    if (text !== value) onChange(text);
  };
  const hearKey = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void => {
    if (key === 'Enter') settle();
    if (key === 'Escape') currentTarget.value = value;
  };
  return (
    <label className="field">
      <span>{label}</span>
      <input
        ref={input}
        className="input"
        dir="auto"
        // The server is who judges an address; the type is for the keyboard of a phone.
        type={type === 'date' ? 'date' : 'text'}
        inputMode={type === 'email' ? 'email' : undefined}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={placeholder}
        list={suggestions && list}
        defaultValue={value}
        onKeyDown={hearKey}
        onBlur={settle}
        onChange={() => type === 'date' && settle()}
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
