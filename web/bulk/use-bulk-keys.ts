import type { ActionName } from '../keyboard/actions.ts';
import { useAction } from '../keyboard/use-action.ts';
import { type RowMarks, useMark } from '../list/row-marks.ts';
import { nothingSelected, toggle } from '../list/selection.ts';
import { useStore } from '../store.ts';
import type { TicketRow } from '../tickets/queries.ts';
import { currentJob } from './job.ts';
import type { Wish } from './wish.ts';

type BulkKeys = {
  rows: readonly TicketRow[];
  openId: string | undefined;
  marks: RowMarks;
  act: (wish: Wish, rows: readonly TicketRow[]) => Promise<void>;
};

/**
 * A ticket's keys while several are selected: they mean those. Else, with the focus on a row that is not open, they mean
 * that one. Else the open ticket hears them itself.
 */
export function useBulkKeys({ rows, openId, marks, act }: BulkKeys): void {
  const selecting = useMark(({ selection }) => selection.ids.size > 0);
  const onRow = useMark(({ inside, current }) => inside && current !== openId);
  const isTagged = useMark(({ current }) => rows.some(({ id, tags }) => id === current && tags.length > 0));
  const working = useStore(currentJob, job => job !== null);
  const possible = !working && (selecting || onRow);

  const targets = (): TicketRow[] => {
    const { selection, current } = marks.read();
    return rows.filter(({ id }) => (selection.ids.size > 0 ? selection.ids.has(id) : id === current));
  };
  const change = (wish: Wish) => (possible ? () => void act(wish, targets()) : null);
  /** What is to be chosen is chosen in the bar, which a selection brings. */
  const choose = (wanted: ActionName) => {
    const select = (): void => {
      const { current } = marks.read();
      if (current !== null) marks.change({ selection: toggle(nothingSelected, current), wanted });
    };
    return possible && !selecting ? select : null;
  };
  const leave = (): void => {
    if (working) currentJob.read()?.cancel?.();
    else marks.change({ selection: nothingSelected, refusals: new Map(), wanted: null });
  };

  useAction('ticket.close', change({ field: 'state', value: 'closed' }));
  useAction('ticket.reopen', change({ field: 'state', value: 'open' }));
  useAction('ticket.state', choose('ticket.state'));
  useAction('ticket.priority', choose('ticket.priority'));
  useAction('ticket.assign', choose('ticket.assign'));
  useAction('ticket.tag', choose('ticket.tag'));
  useAction('ticket.untag', isTagged ? choose('ticket.untag') : null);
  useAction('back', selecting || working ? leave : null);
}
