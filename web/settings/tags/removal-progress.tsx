import type { Tag } from '#contract';
import css from './tags.module.css';
import { formatTickets } from './tickets-link.tsx';

/** Shows the progress of a merge or a deletion. */
export function RemovalProgress({ tag: { name, removal } }: { tag: Tag }) {
  if (removal === null) return null;
  const { into, done, total } = removal;
  const label = into === null ? `Deleting ${name}` : `Merging ${name} into ${into}`;
  return <JobProgress label={label} done={done} total={total} format={formatTickets} />;
}

type JobProgressProps = { label: string; done: number; total: number; format?: (total: number) => string };

/** Shows the progress of a background job. */
export const JobProgress = ({ label, done, total, format = String }: JobProgressProps) => (
  <span className={css.removal}>
    <progress aria-label={label} max={Math.max(total, 1)} value={done} />
    <span className="number">
      {label}: {done} of {format(total)}
    </span>
  </span>
);
