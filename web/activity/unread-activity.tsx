import { explain, referenceOf } from '../api-errors.ts';
import { Icon } from '../ui/icon.tsx';
import type { Unread } from '../unread.ts';
import css from './activity-run.module.css';

/** Reports a failed request in place of the newest activity. */
export const UnreadActivity = ({ error, retry }: Unread) => (
  <div className={css.run} role="status">
    <div className={css.line}>
      <Icon name="alert" size={14} />
      <div>
        <b>Couldn’t load this ticket’s activity.</b> {explain(error)}
        <small className="reference">{referenceOf(error)}</small>
        <button type="button" className={`button ${css.again}`} onClick={retry}>
          Retry
        </button>
      </div>
    </div>
  </div>
);
