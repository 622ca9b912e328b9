import type { QueryClient } from '@tanstack/react-query';
import type { RowMarks } from '../list/row-marks.ts';
import { without } from '../list/selection.ts';
import { showNotice, undoMilliseconds } from '../notices/notices.ts';
import { editTicket } from '../tickets/edit/edit-ticket.ts';
import type { Patched } from '../tickets/edit/patch.ts';
import type { TicketRow } from '../tickets/queries.ts';
import { changeMany, type Task } from './change-many.ts';
import { describeRefusal } from './refusal.ts';
import { changeFor, describeWish, invert, type Wish } from './wish.ts';
import type { Outcome } from './work-through.ts';

/** Where a wish is made, and what its words need to know. */
export type Place = {
  client: QueryClient;
  marks: RowMarks;
  /** Who wishes. */
  personId: string;
  nameOf: (personId: string) => string;
};

/**
 * Does to several tickets what is wished, tells how it went, and lets the whole be undone for ten seconds. Those that
 * were refused stay selected, each with its reason. One alone is edited like any other, which asks where it clashes.
 */
export async function fulfil(place: Place, wish: Wish, rows: readonly TicketRow[]): Promise<void> {
  const { client, marks, personId, nameOf } = place;
  const { list } = marks.read();
  const { doing, done: word } = describeWish(wish, nameOf);
  const tasks = rows.flatMap(seen => taskFor(wish, seen) ?? []);
  marks.change({ refusals: new Map() });
  if (tasks.length === 0) {
    showNotice({ tone: 'done', title: `Already ${word}` });
    return;
  }
  const [task] = tasks;
  if (task && rows.length === 1) {
    marks.change({ selection: without(marks.read().selection, new Set([task.seen.id])) });
    void editTicket({ client, personId }, task.seen, task.change);
    return;
  }
  const outcomes = await changeMany(client, doing, tasks);
  const reasons = readReasons(outcomes, nameOf);
  const left = outcomes.filter(({ kind }) => kind === 'left').length;
  const stored = outcomes.filter(isDone);
  const own = stored.filter(({ result }) => result.sent);
  const isHere = marks.read().list === list;
  if (isHere) {
    const kept = new Set(outcomes.filter(outcome => !isDone(outcome)).map(({ item }) => item.seen.id));
    const through = new Set(rows.map(({ id }) => id).filter(id => !kept.has(id)));
    marks.change({ selection: without(marks.read().selection, through), refusals: reasons });
  }
  tellOutcome(stored.length, word, {
    reasons,
    left,
    message: isHere ? 'Those are still selected, each with its reason.' : quote(reasons),
    undo: own.length === 0 ? null : () => void undo(place, wish, own),
  });
}

const taskFor = (wish: Wish, seen: TicketRow): Task | null => {
  const change = changeFor(wish, seen);
  return change && { seen, change };
};

type Done = Extract<Outcome<Task, Patched>, { kind: 'done' }>;
const isDone = (outcome: Outcome<Task, Patched>): outcome is Done => outcome.kind === 'done';

/** Puts back what a wish has changed, where nobody has changed it again. */
async function undo({ client, nameOf }: Place, wish: Wish, stored: readonly Done[]): Promise<void> {
  const tasks = stored.flatMap(({ item, result }) => taskFor(invert(wish, item.seen), result.ticket) ?? []);
  const outcomes = await changeMany(client, 'Putting back', tasks);
  const reasons = readReasons(outcomes, nameOf);
  const left = outcomes.filter(({ kind }) => kind === 'left').length;
  tellOutcome(outcomes.filter(isDone).length, 'put back', { reasons, left, message: quote(reasons), undo: null });
}

function readReasons(outcomes: readonly Outcome<Task, Patched>[], nameOf: Place['nameOf']): Map<string, string> {
  const failed = outcomes.filter(outcome => outcome.kind === 'failed');
  return new Map(failed.map(({ item, error }) => [item.seen.id, describeRefusal(error, nameOf)]));
}

const mostReasons = 3;

/** The first reasons, each with its ticket. */
function quote(reasons: ReadonlyMap<string, string>): string {
  const sentences = [...reasons].slice(0, mostReasons).map(([id, reason]) => `#${id}: ${reason}.`);
  return [...sentences, reasons.size > mostReasons && `And ${reasons.size - mostReasons} more.`]
    .filter(Boolean)
    .join(' ');
}

type Told = {
  reasons: ReadonlyMap<string, string>;
  /** How many were never begun. */
  left: number;
  /** What to say of those that were refused. */
  message: string;
  undo: (() => void) | null;
};

/** `47 closed, 3 not`; `3 not closed`. */
function tellOutcome(done: number, word: string, { reasons, left, message, undo }: Told): void {
  const not = reasons.size > 0 && `${reasons.size} not`;
  const parts = [
    ...(done > 0 ? [`${done} ${word}`, not] : [not && `${not} ${word}`]),
    left > 0 && `${left} left as they were`,
  ];
  showNotice({
    tone: reasons.size > 0 ? 'warning' : 'done',
    title: parts.filter(Boolean).join(', '),
    ...(reasons.size > 0 && { message }),
    ...(undo && { action: { label: 'Undo', run: undo } }),
    milliseconds: undoMilliseconds,
  });
}
