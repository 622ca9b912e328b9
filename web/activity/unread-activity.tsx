import { explain, referenceOf } from '../api-errors.ts';
import { Icon } from '../ui/icon.tsx';
import type { Unread } from '../unread.ts';
import css from './activity-run.module.css';

/** Stands where the newest of what was done would, when none of it could be read. */
export const UnreadActivity = ({ error, retry }: Unread) => (
  <div className={css.run} role="status">
    <div className={css.line}>
      <Icon name="alert" size={14} />
      <div>
        <b>What was done to this ticket could not be read.</b> {explain(error)}
        <small className="reference">{referenceOf(error)}</small>
        <button type="button" className={`button ${css.again}`} onClick={retry}>
          Retry
        </button>
      </div>
    </div>
  </div>
);
