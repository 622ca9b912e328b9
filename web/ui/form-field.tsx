import { type ReactNode, useId } from 'react';
import { ApiError } from '../api-errors.ts';

/** What is wrong with each field, by its name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The complaints of a 422 by the field at the beginning of their path: those of `tags[3]` belong to `tags`. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const byField = Map.groupBy(error.errors, ({ field }) => field.split(/[.[]/)[0] ?? field);
  return Object.fromEntries(
    [...byField].map(([field, errors]) => [field, [...new Set(errors.map(({ message }) => message))].join(', ')]),
  );
}

type InputProps = {
  id: string;
  className: string;
  /** What is typed decides its direction. */
  dir: 'auto';
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

type FormFieldProps = {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** The control, which takes the properties it is given. */
  children: (props: InputProps) => ReactNode;
};

/** A labelled control with what the server has to say about it. */
export function FormField({ label, error, hint, children }: FormFieldProps) {
  const id = useId();
  const about = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: 'input',
        dir: 'auto',
        'aria-invalid': error !== undefined,
        'aria-describedby': about,
      })}
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`}>
          {label} {error}
        </span>
      )}
      {error === undefined && hint !== undefined && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
