import { type ReactNode, useId } from 'react';
import { ApiError } from '../api-client/errors.ts';

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Groups the errors of a 422 by field. Field names end at the separator: errors of `tags[3]` belong to `tags`. */
export function groupFieldErrors(error: unknown, separator: string | RegExp = /[.[]/): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const byField = Map.groupBy(error.errors, ({ field }) => field.split(separator)[0] ?? field);
  return Object.fromEntries(
    [...byField].map(([field, errors]) => [field, [...new Set(errors.map(({ message }) => message))].join(', ')]),
  );
}

type InputProps = {
  id: string;
  className: string;
  /** The typed text determines the text direction. */
  dir: 'auto';
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

type FormFieldProps = {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** Renders the control with the given props. */
  children: (props: InputProps) => ReactNode;
};

/** A labelled control with its error or hint. */
export function FormField({ label, error, hint, children }: FormFieldProps) {
  const id = useId();
  const descriptionId = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
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
        'aria-describedby': descriptionId,
      })}
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`}>
          {error === 'is empty' ? `Enter the ${lowerFirstLetter(label)}` : `${label} ${error}`}
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

/** Starts a label in lower case, unless it starts with an abbreviation such as IMAP. */
const lowerFirstLetter = (label: string): string => label.replace(/^[A-Z](?=[a-z])/, letter => letter.toLowerCase());
