import { ApiError, explain, refer } from '../api-errors.ts';
import { describeError } from '../describe-error.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import css from './state.module.css';

/** What went wrong while reading, how to try again, and what somebody who helps wants to know of it. */
export function Failure({ what, error, retry }: { what: string; error: unknown; retry: () => void }) {
  return (
    <div className={css.state} role="alert">
      <Icon name="alert" size={28} className={css.icon} />
      <h2>{what}</h2>
      <p>{explain(error)}</p>
      <div className={css.ways}>
        <button type="button" className="button" onClick={retry}>
          Retry
        </button>
        <CopyButton text={() => describeError(what, error)} what="the details for whoever helps you" />
      </div>
      {error instanceof ApiError && <p className={css.fine}>{refer(error)}</p>}
    </div>
  );
}
