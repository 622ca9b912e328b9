import { explainError, getErrorReference } from '../api-client/errors.ts';

/** An error message in a form or dialog. `message` replaces the error's own text. */
export function FormError({ error, message }: { error: unknown; message?: string | undefined }) {
  const reference = getErrorReference(error);
  return (
    <p className="field-error" role="alert">
      {message ?? explainError(error)}
      {reference !== null && <small className="reference">{reference}</small>}
    </p>
  );
}
