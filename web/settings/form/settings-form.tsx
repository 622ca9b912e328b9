import { type FormEvent, type ReactNode, useId } from 'react';
import { submitByKey } from '../../keyboard/submit-by-key.ts';
import { FormField } from '../../ui/form-field.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SaveFailure } from '../load-failure.tsx';
import { describeText, type SettingsField } from './fields.ts';
import css from './settings-form.module.css';
import type { useSettingsForm } from './use-settings-form.ts';

type SettingsFormProps = {
  title: string;
  about?: ReactNode;
  fields: readonly SettingsField[];
  state: ReturnType<typeof useSettingsForm>;
};

/** A form for settings that are saved together. */
export function SettingsForm({ title, about, fields, state }: SettingsFormProps) {
  const { isChanged, isPending, error, errors, conflicts } = state;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged) state.save();
  };
  const hasConflicts = Object.keys(conflicts).length > 0;
  const unknownErrors = Object.keys(errors).filter(path => fields.every(({ name }) => name !== path));
  return (
    // The form gets the focus when Save is disabled or Discard disappears.
    <form className={css.form} tabIndex={-1} onSubmit={submit} onKeyDown={submitByKey} noValidate aria-label={title}>
      <h2>{title}</h2>
      {about && <p className={css.about}>{about}</p>}
      <div className={css.fields}>
        {fields.map(field => (
          <SettingsControl key={field.name} field={field} state={state} />
        ))}
      </div>
      <footer>
        {error && !hasConflicts && (
          <SaveFailure
            error={error}
            message={
              Object.keys(errors).length > 0 && unknownErrors.length === 0 ? 'Check the fields above.' : undefined
            }
          />
        )}
        {hasConflicts && (
          <p className="field-error" role="alert">
            Someone else changed this too. Save again to replace their changes.
          </p>
        )}
        <span role="status" className={css.status}>
          {isPending ? 'Saving…' : isChanged ? 'Not saved yet' : ''}
        </span>
        {isChanged && (
          <button type="button" className="button" disabled={isPending} onClick={state.discard}>
            Discard
          </button>
        )}
        <button type="submit" className="button primary" disabled={isPending || !isChanged}>
          Save <KeyHint keys="Mod Enter" />
        </button>
      </footer>
    </form>
  );
}

type ControlProps = { field: SettingsField; state: ReturnType<typeof useSettingsForm> };

function SettingsControl({ field, state }: ControlProps) {
  const { name, label, kind, hint } = field;
  const text = state.texts[name] ?? '';
  const storedText = state.conflicts[name];
  const hintId = useId();
  const set = (value: string): void => state.setText(name, value);
  return (
    <div className={css.control} data-half={field.isHalf} data-conflict={storedText !== undefined || undefined}>
      {kind === 'checks' ? (
        <CheckBoxes field={field} text={text} set={set} error={state.errors[name]} />
      ) : kind === 'switch' ? (
        <>
          <Switch label={label} on={text === 'true'} onChange={on => set(String(on))} describedBy={hint && hintId} />
          {hint && (
            <span className="field-hint" id={hintId}>
              {hint}
            </span>
          )}
        </>
      ) : (
        <FormField
          label={label}
          error={findProblem(field, text) ?? rewordSizeError(field, state.errors[name])}
          {...(hint && { hint })}
        >
          {props => <Input field={field} text={text} set={set} props={props} />}
        </FormField>
      )}
      {storedText !== undefined && (
        <p className={css.stored}>
          Theirs: <bdi>{describeText(field, storedText)}</bdi>
        </p>
      )}
    </div>
  );
}

/** Returns the error of a typed text. An empty text has no error yet. */
const findProblem = ({ findProblem: find }: SettingsField, text: string): string | undefined =>
  text.trim() === '' ? undefined : (find?.(text) ?? undefined);

type CheckBoxesProps = {
  field: SettingsField;
  text: string;
  set: (text: string) => void;
  error: string | undefined;
};

function CheckBoxes({ field: { label, hint, options = [] }, text, set, error }: CheckBoxesProps) {
  const descriptionId = useId();
  const chosen = text.split(' ').filter(Boolean);
  const toggle = (value: string): void => {
    const toggled = options.filter(option => chosen.includes(option.value) !== (option.value === value));
    set(toggled.map(option => option.value).join(' '));
  };
  return (
    <fieldset
      className={css.checks}
      aria-invalid={error !== undefined}
      aria-describedby={error !== undefined || hint ? descriptionId : undefined}
    >
      <legend className="field-label">{label}</legend>
      {options.map(option => (
        <label key={option.value}>
          <input type="checkbox" checked={chosen.includes(option.value)} onChange={() => toggle(option.value)} />
          {option.label}
        </label>
      ))}
      {error !== undefined && (
        <span className="field-error" id={descriptionId}>
          {error === 'is empty' ? 'Choose at least one' : error}
        </span>
      )}
      {error === undefined && hint && (
        <span className="field-hint" id={descriptionId}>
          {hint}
        </span>
      )}
    </fieldset>
  );
}

/** Rewords the API's error for a size. The API expects a number, but people type a size with a unit. */
const rewordSizeError = ({ kind }: SettingsField, error: string | undefined): string | undefined =>
  kind === 'size' && error === 'is not a number' ? 'is not a size such as 25 MB' : error;

type InputProps = { field: SettingsField; text: string; set: (text: string) => void; props: object };

function Input({ field: { kind, placeholder, options = [] }, text, set, props }: InputProps) {
  if (kind === 'choice')
    return (
      <select {...props} value={text} onChange={event => set(event.target.value)}>
        {/* Placeholder for a value whose option has not loaded yet, for example a person. */}
        {options.every(({ value }) => value !== text) && <option value={text}>…</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  if (kind === 'text' || kind === 'lines')
    return (
      <textarea
        {...props}
        rows={kind === 'text' ? 4 : 2}
        value={text}
        placeholder={placeholder}
        onChange={event => set(event.target.value)}
      />
    );
  return (
    <input
      {...props}
      type={kind === 'password' || kind === 'date' ? kind : 'text'}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      autoComplete={kind === 'password' ? 'new-password' : 'off'}
      value={text}
      placeholder={placeholder}
      onChange={event => set(event.target.value)}
    />
  );
}
