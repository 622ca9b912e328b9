import { describeError } from '../api-client/describe-error.ts';
import { ApiError, explainError, formatErrorReference } from '../api-client/errors.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import css from './state.module.css';

/** Error state of a query with a retry button and copyable details. */
export function ErrorState({ title, error, retry }: { title: string; error: unknown; retry: () => void }) {
  return (
    <div className={css.state} role="alert">
      <Icon name="alert" size={28} className={css.icon} />
      <h2>{title}</h2>
      <p>{explainError(error)}</p>
      <div className={css.actions}>
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
        <CopyButton text={() => describeError(title, error)} subject="error details" />
      </div>
      {error instanceof ApiError && <p className={css.details}>{formatErrorReference(error)}</p>}
    </div>
  );
}
