import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Job } from '#contract';
import { useAction } from '../../keyboard/use-action.ts';
import { RowActionsContext } from '../../list/row-actions.ts';
import { type RowStateStore, resetRowState } from '../../list/row-state.ts';
import { useRowFocus } from '../../list/use-row-focus.ts';
import { useSelection } from '../../list/use-selection.ts';
import { JobRow } from './job-row.tsx';
import css from './jobs.module.css';

type JobListProps = {
  jobs: readonly Job[];
  /** Identifies the list, which changes with the filters. */
  list: string;
  rowState: RowStateStore;
  onDiscard: (job: Job) => void;
};

/** Lists jobs. j and k move the focus and x selects a job, as in the ticket list. */
export function JobList({ jobs, list, rowState, onDiscard }: JobListProps) {
  const scroller = useRef<HTMLUListElement>(null);
  const position = useRef(-1);
  useLayoutEffect(() => resetRowState(rowState, list), [rowState, list]);
  const focus = useRowFocus({
    ...{ rows: jobs, list, isStale: false, openId: undefined, rowState, position, scroller },
    showRow: showRow(scroller),
    getFirstVisibleIndex: () => 0,
  });
  const select = useSelection({ rows: jobs, openId: undefined, rowState, focus, selectable: true });
  useAction('list.next', () => focus.focusRow(position.current + 1));
  useAction('list.previous', () => focus.focusRow(position.current - 1));
  return (
    <RowActionsContext value={{ open: () => {}, select }}>
      <ul
        ref={scroller}
        className={css.rows}
        aria-label="Jobs"
        // Shows the checkboxes at all times, not only on hover.
        data-selecting
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        {jobs.map(job => (
          <JobRow key={job.id} job={job} onDiscard={onDiscard} />
        ))}
      </ul>
    </RowActionsContext>
  );
}

const showRow =
  (list: RefObject<HTMLElement | null>) =>
  (index: number): void =>
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
