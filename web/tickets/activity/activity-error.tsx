import { explainError, getErrorReference } from '../../api-client/errors.ts';
import type { LoadError } from '../../api-client/load-error.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './activity-run.module.css';

/** Reports a failed request in place of the newest activity. */
export const ActivityError = ({ error, retry }: LoadError) => (
  <div className={css.run} role="status">
    <div className={css.line}>
      <Icon name="alert" size={14} />
      <div>
        <b>Couldn’t load this ticket’s activity.</b> {explainError(error)}
        <small className="reference">{getErrorReference(error)}</small>
        <button type="button" className={`button ${css.retry}`} onClick={retry}>
          Retry
        </button>
      </div>
    </div>
  </div>
);
