import type { QueryClient } from '@tanstack/react-query';
import type { RowStateStore } from '../../list/row-state.ts';
import { deselectRows } from '../../list/selection.ts';
import { showToast, undoTimeoutMilliseconds } from '../../toasts/toast-store.ts';
import { formatCount } from '../../ui/format-count.ts';
import { editTicket } from '../edit/edit-ticket.ts';
import { EditConflictError } from '../edit/patch-ticket.ts';
import type { ListedTicket } from '../queries.ts';
import {
  type BulkAction,
  type BulkActionTexts,
  describeBulkAction,
  invertBulkAction,
  toTicketChange,
} from './bulk-action.ts';
import { changeMany, type Task, type TaskOutcome } from './change-many.ts';
import { describeFailure } from './failure-reason.ts';

export type BulkContext = {
  client: QueryClient;
  rowState: RowStateStore;
  /**
   * The stored tickets of the last conflicts, by id. A retry uses them, because the row of a ticket that has left the
   * list stays visible but is not updated.
   */
  storedTickets: Map<string, ListedTicket>;
  personId: string;
  getName: (personId: string) => string;
};

/**
 * Applies a bulk action, reports the result, and offers Undo for ten seconds. Failed and skipped tickets stay selected,
 * the failed tickets with their reasons. A single ticket is edited as usual, with a dialog for conflicts.
 */
export async function applyBulkAction(
  context: BulkContext,
  action: BulkAction,
  rows: readonly ListedTicket[],
): Promise<void> {
  const { client, rowState, storedTickets, personId, getName } = context;
  const { list } = rowState.read();
  const { progress, done } = describeBulkAction(action, getName);
  const newest = (row: ListedTicket): ListedTicket => {
    const conflict = storedTickets.get(row.id);
    return conflict && conflict.version > row.version ? conflict : row;
  };
  const tasks = rows.flatMap(row => toTask(action, newest(row)) ?? []);
  storedTickets.clear();
  rowState.update({ failureReasons: new Map() });
  if (tasks.length === 0) {
    showToast({ tone: 'done', title: 'Nothing to change' });
    return;
  }
  const [task] = tasks;
  if (task && rows.length === 1) {
    rowState.update({ selection: deselectRows(rowState.read().selection, new Set([task.seen.id])) });
    void editTicket({ client, personId }, task.seen, task.change);
    return;
  }
  const outcomes = await changeMany(client, progress, tasks);
  for (const { task, error } of outcomes.filter(isFailed)) {
    if (error instanceof EditConflictError) storedTickets.set(task.seen.id, error.stored);
  }
  const reasons = getReasons(outcomes, getName);
  const changed = outcomes.filter(isDone).filter(({ result }) => result.wasSent);
  const isListShown = rowState.read().list === list;
  if (isListShown) {
    const unfinished = new Set(outcomes.filter(outcome => !isDone(outcome)).map(({ task }) => task.seen.id));
    const finished = new Set(rows.map(({ id }) => id).filter(id => !unfinished.has(id)));
    rowState.update({ selection: deselectRows(rowState.read().selection, finished), failureReasons: reasons });
  }
  showSummary(outcomes, reasons, {
    done,
    message: isListShown ? describeSelected(reasons.size) : formatReasons(reasons),
    undo: changed.length === 0 ? null : () => void undo(context, action, changed),
  });
}

const toTask = (action: BulkAction, seen: ListedTicket): Task | null => {
  const change = toTicketChange(action, seen);
  return change && { seen, change };
};

type Done = Extract<TaskOutcome, { kind: 'done' }>;
const isDone = (outcome: TaskOutcome): outcome is Done => outcome.kind === 'done';

type Failed = Extract<TaskOutcome, { kind: 'failed' }>;
const isFailed = (outcome: TaskOutcome): outcome is Failed => outcome.kind === 'failed';

/** Undoes a bulk action. Tickets with a conflicting later change fail and stay as they are. */
async function undo({ client, getName }: BulkContext, action: BulkAction, changed: readonly Done[]): Promise<void> {
  const tasks = changed.flatMap(({ task, result }) => toTask(invertBulkAction(action, task.seen), result.ticket) ?? []);
  const outcomes = await changeMany(client, 'Undoing', tasks);
  const reasons = getReasons(outcomes, getName);
  const done = (tickets: string): string => `${tickets} restored`;
  showSummary(outcomes, reasons, { done, message: formatReasons(reasons), undo: null });
}

function getReasons(outcomes: readonly TaskOutcome[], getName: BulkContext['getName']): Map<string, string> {
  return new Map(outcomes.filter(isFailed).map(({ task, error }) => [task.seen.id, describeFailure(error, getName)]));
}

const describeSelected = (failed: number): string =>
  failed === 1
    ? 'The failed ticket is still selected and shows the reason.'
    : 'The failed tickets are still selected and show the reasons.';

const maxReasons = 3;

function formatReasons(reasons: ReadonlyMap<string, string>): string {
  const sentences = [...reasons].slice(0, maxReasons).map(([id, reason]) => `#${id}: ${reason.replace(/\.$/, '')}.`);
  return [...sentences, reasons.size > maxReasons && `And ${reasons.size - maxReasons} more.`]
    .filter(Boolean)
    .join(' ');
}

type SummaryOptions = {
  done: BulkActionTexts['done'];
  message: string;
  undo: (() => void) | null;
};

/** Shows `47 tickets closed, 3 failed, 2 skipped`. */
function showSummary(
  outcomes: readonly TaskOutcome[],
  reasons: ReadonlyMap<string, string>,
  { done, message, undo }: SummaryOptions,
): void {
  const succeeded = outcomes.filter(isDone).length;
  const skipped = outcomes.filter(({ kind }) => kind === 'skipped').length;
  const parts = [
    (succeeded > 0 || reasons.size === 0) && done(formatCount(succeeded, 'ticket')),
    reasons.size > 0 && (succeeded > 0 ? `${reasons.size} failed` : `${formatCount(reasons.size, 'ticket')} failed`),
    skipped > 0 && `${skipped} skipped`,
  ];
  showToast({
    tone: reasons.size > 0 ? 'warning' : 'done',
    title: parts.filter(Boolean).join(', '),
    ...(reasons.size > 0 && { message }),
    ...(undo && { action: { label: 'Undo', run: undo } }),
    milliseconds: undoTimeoutMilliseconds,
  });
}
