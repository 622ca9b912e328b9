import type { QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { showTickets } from '../tickets/cache.ts';
import { fieldsOf, pickFields, type TicketChange } from '../tickets/edit/merge.ts';
import { Clash, type Patched, patchTicket } from '../tickets/edit/patch.ts';
import { ownTickets } from '../tickets/list/own-changes.ts';
import { type TicketRow, ticketKeys } from '../tickets/queries.ts';
import { currentJob } from './job.ts';
import { createPace } from './pace.ts';
import { type Outcome, workThrough } from './work-through.ts';

/** What is to become of one of the tickets. */
export type Task = { seen: TicketRow; change: TicketChange };

/** Browsers open six connections to a desk: one stays free for whatever else the person does. */
const atOnce = 5;

/** Leaves enough of RATE_LIMIT_PER_MINUTE (1,000) for the rest of the page, retries included. */
const mayBeSent = createPace({ burst: 400, perSecond: 7, now: () => performance.now() });
const mayBegin = async (): Promise<void> => {
  const wait = mayBeSent();
  if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
};

const scope = { id: 'bulk' };

/**
 * Changes many tickets: shown at once, sent a few at a time, each merged with what others changed meanwhile. What is not
 * changed in the end is shown as it was. To the query cache the whole job is one mutation: while it lasts nothing is read
 * over what it shows, and further jobs wait for it.
 *
 * @param doing what is being done, in words: `Closing`
 */
export function changeMany(
  client: QueryClient,
  doing: string,
  tasks: readonly Task[],
): Promise<Outcome<Task, Patched>[]> {
  const mutation = client.getMutationCache().build<Outcome<Task, Patched>[], Error, void, void>(client, {
    scope,
    onMutate: async () => {
      await client.cancelQueries({ queryKey: ticketKeys.lists });
      showTickets(client, new Map(tasks.map(({ seen, change }) => [seen.id, change])));
    },
    mutationFn: () => work(doing, tasks),
    onSuccess: outcomes => showOutcomes(client, outcomes),
    onSettled: () => readAgain(client),
  });
  return mutation.execute();
}

/** Shows what came of each. What was refused is no change of one's own: its row stays where it is. */
function showOutcomes(client: QueryClient, outcomes: readonly Outcome<Task, Patched>[]): void {
  showTickets(client, new Map(outcomes.map(outcome => [outcome.item.seen.id, stateAfter(outcome)])));
  for (const { kind, item } of outcomes) if (kind !== 'done') ownTickets.forget(item.seen.id);
}

/** Nobody waits for it. */
function readAgain(client: QueryClient): void {
  for (const queryKey of [ticketKeys.lists, ticketKeys.counts, ticketKeys.items]) {
    void client.invalidateQueries({ queryKey });
  }
}

/** Works through the tickets, and shows how far it is. Whoever leaves the page meanwhile leaves the rest undone. */
async function work(doing: string, tasks: readonly Task[]): Promise<Outcome<Task, Patched>[]> {
  const stop = new AbortController();
  let ended = 0;
  const show = (): void =>
    currentJob.write({ doing, total: tasks.length, ended, cancel: stop.signal.aborted ? null : cancel });
  const cancel = (): void => {
    if (stop.signal.aborted) return;
    stop.abort();
    show();
  };
  show();
  addEventListener('beforeunload', warn);
  try {
    return await workThrough(tasks, ({ seen, change }) => patchTicket(seen, change), {
      atOnce,
      mayBegin,
      signal: stop.signal,
      onOutcome: () => {
        ended++;
        show();
      },
    });
  } finally {
    stop.abort(); // whoever cancels now is too late
    removeEventListener('beforeunload', warn);
    currentJob.write(null);
  }
}

/** Has the browser ask before the page is left. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** What a ticket is after its attempt. */
function stateAfter(outcome: Outcome<Task, Patched>): Partial<Ticket> {
  if (outcome.kind === 'done') return outcome.result.ticket;
  if (outcome.kind === 'failed' && outcome.error instanceof Clash) return outcome.error.theirs;
  const { seen, change } = outcome.item;
  return pickFields(seen, fieldsOf(change));
}
