import { ApiError, explain } from '../api-errors.ts';
import css from './state.module.css';

/** What went wrong while reading, with the id under which the server knows it. */
export function Failure({ what, error, retry }: { what: string; error: unknown; retry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className={css.state} role="alert">
      <h2>{what}</h2>
      <p>{explain(error)}</p>
      <button type="button" className="button" onClick={retry}>
        Retry
      </button>
      {requestId && (
        <p className={css.fine}>
          Request <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}
