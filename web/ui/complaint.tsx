import { explain, referenceOf } from '../api-errors.ts';

/** Why what was asked for was not done, at the place where it was asked. `words` say it better than the error does. */
export function Complaint({ error, words }: { error: unknown; words?: string | undefined }) {
  const reference = referenceOf(error);
  return (
    <p className="field-error" role="alert">
      {words ?? explain(error)}
      {reference !== null && <small className="reference">{reference}</small>}
    </p>
  );
}
