import type { QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { EditConflictError, type PatchResult, patchTicket } from '../edit/patch-ticket.ts';
import { listFields, pickTicketFields, type TicketChange } from '../edit/ticket-fields.ts';
import { ownTickets } from '../list/own-changes.ts';
import { type ListedTicket, ticketKeys } from '../queries.ts';
import { updateCachedTickets } from '../ticket-cache.ts';
import { currentJob } from './job.ts';
import { runConcurrently, type TaskOutcome } from './run-concurrently.ts';
import { createTokenBucket } from './token-bucket.ts';

/** A change to one ticket. */
export type Task = { seen: ListedTicket; change: TicketChange };

/** Browsers open at most six connections to a server (HTTP/1.1). One stays free for other requests. */
const concurrency = 5;

/** Leaves enough of RATE_LIMIT_PER_MINUTE (1,000) for the rest of the page, including retries. */
const takeToken = createTokenBucket({ burst: 400, perSecond: 7, now: () => performance.now() });
const waitForToken = async (): Promise<void> => {
  const waitMilliseconds = takeToken();
  if (waitMilliseconds > 0) await new Promise(resolve => setTimeout(resolve, waitMilliseconds));
};

const scope = { id: 'bulk' };

/**
 * Changes many tickets optimistically, a few requests at a time, each merged with concurrent edits. Failed changes are
 * rolled back. The whole job is one mutation of the query cache, so that no refetch overwrites what it shows; further
 * jobs wait for it.
 *
 * @param label progress label: `Closing`
 */
export function changeMany(
  client: QueryClient,
  label: string,
  tasks: readonly Task[],
): Promise<TaskOutcome<Task, PatchResult>[]> {
  const mutation = client.getMutationCache().build<TaskOutcome<Task, PatchResult>[], Error, void, void>(client, {
    scope,
    onMutate: async () => {
      await client.cancelQueries({ queryKey: ticketKeys.lists });
      updateCachedTickets(client, new Map(tasks.map(({ seen, change }) => [seen.id, change])));
    },
    mutationFn: () => runJob(label, tasks),
    onSuccess: outcomes => applyOutcomes(client, outcomes),
    onSettled: () => refetch(client),
  });
  return mutation.execute();
}

/** Writes each outcome to the cache. A failed change is no longer an own change, so its row stays in position. */
function applyOutcomes(client: QueryClient, outcomes: readonly TaskOutcome<Task, PatchResult>[]): void {
  updateCachedTickets(client, new Map(outcomes.map(outcome => [outcome.item.seen.id, toResult(outcome)])));
  for (const { kind, item } of outcomes) if (kind !== 'done') ownTickets.remove(item.seen.id);
}

function refetch(client: QueryClient): void {
  for (const queryKey of [ticketKeys.lists, ticketKeys.counts, ticketKeys.items]) {
    void client.invalidateQueries({ queryKey });
  }
}

/** Runs the tasks and publishes their progress. Leaving the page abandons the remaining tasks. */
async function runJob(label: string, tasks: readonly Task[]): Promise<TaskOutcome<Task, PatchResult>[]> {
  const abortController = new AbortController();
  let finished = 0;
  const show = (): void =>
    currentJob.write({ label, total: tasks.length, finished, cancel: abortController.signal.aborted ? null : cancel });
  const cancel = (): void => {
    if (abortController.signal.aborted) return;
    abortController.abort();
    show();
  };
  show();
  addEventListener('beforeunload', warn);
  try {
    return await runConcurrently(tasks, ({ seen, change }) => patchTicket(seen, change), {
      concurrency,
      waitForToken,
      signal: abortController.signal,
      onOutcome: () => {
        finished++;
        show();
      },
    });
  } finally {
    abortController.abort(); // makes a late cancel do nothing
    removeEventListener('beforeunload', warn);
    currentJob.write(null);
  }
}

/** Makes the browser ask for confirmation before the page is left. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Returns the fields of a ticket after its attempt. */
function toResult(outcome: TaskOutcome<Task, PatchResult>): Partial<Ticket> {
  if (outcome.kind === 'done') return outcome.result.ticket;
  if (outcome.kind === 'failed' && outcome.error instanceof EditConflictError) return outcome.error.theirs;
  const { seen, change } = outcome.item;
  return pickTicketFields(seen, listFields(change));
}
