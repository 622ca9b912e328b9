import css from './row-skeletons.module.css';
import { useRowHeight } from './use-row-height.ts';

/** Placeholders of a loading list, as high as its rows. Screen readers announce `Loading {subject}`. */
export function RowSkeletons({ subject, count = 14 }: { subject: string; count?: number }) {
  return (
    <div className={css.rows} role="status" aria-label={`Loading ${subject}`}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are identical and never reordered
        <RowSkeleton key={index} />
      ))}
    </div>
  );
}

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
