import { explainError, getErrorReference } from '../api-client/errors.ts';

/** An error message in a form or dialog. `words` replace the error's own text. */
export function FormError({ error, words }: { error: unknown; words?: string | undefined }) {
  const reference = getErrorReference(error);
  return (
    <p className="field-error" role="alert">
      {words ?? explainError(error)}
      {reference !== null && <small className="reference">{reference}</small>}
    </p>
  );
}
