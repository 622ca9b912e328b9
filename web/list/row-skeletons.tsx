import css from './row-skeletons.module.css';
import { useRowHeight } from './use-row-height.ts';

/** The list while it is read: as high as the rows that come. `what` is said to screen readers. */
export function RowSkeletons({ what, count = 14 }: { what: string; count?: number }) {
  return (
    <div className={css.rows} role="status" aria-label={`Reading ${what}`}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never change places
        <RowSkeleton key={index} />
      ))}
    </div>
  );
}

/** One row that is still being read. */
export function RowSkeleton() {
  const height = useRowHeight();
  return (
    <div className={css.row} style={{ height }} aria-hidden="true">
      <i className={css.icon} />
      <i className={css.subject} />
      <i className={css.line} />
    </div>
  );
}
