import type { QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { createConcurrencyLimit, maxConcurrency } from '../../api-client/concurrency-limit.ts';
import { EditConflictError, type PatchResult, patchTicket } from '../edit/patch-ticket.ts';
import { listFields, pickTicketFields, type TicketChange } from '../edit/ticket-fields.ts';
import { ownTicketChanges } from '../list/own-changes.ts';
import { type ListedTicket, ticketKeys } from '../queries.ts';
import { updateCachedTickets } from '../ticket-cache.ts';
import { currentJob } from './job.ts';

export type Task = { seen: ListedTicket; change: TicketChange };

/** The result of one change. `skipped`: the change was not attempted. */
export type TaskOutcome =
  | { task: Task; kind: 'done'; result: PatchResult }
  | { task: Task; kind: 'failed'; error: unknown }
  | { task: Task; kind: 'skipped' };

const scope = { id: 'bulk' };
const mutationKey = ['bulk'];

/**
 * Changes many tickets optimistically, with a few requests at a time. Each change is merged with concurrent edits.
 * Failed changes are rolled back. The whole job is one React Query mutation, so that no refetch overwrites the shown
 * changes. Further jobs wait for the mutation.
 *
 * @param label progress label: `Closing`
 */
export function changeMany(client: QueryClient, label: string, tasks: readonly Task[]): Promise<TaskOutcome[]> {
  const mutation = client.getMutationCache().build<TaskOutcome[], Error, void, void>(client, {
    scope,
    mutationKey,
    onMutate: async () => {
      await client.cancelQueries({ queryKey: ticketKeys.lists });
      updateCachedTickets(client, new Map(tasks.map(({ seen, change }) => [seen.id, change])));
    },
    mutationFn: () => runJob(label, tasks),
    onSuccess: outcomes => applyOutcomes(client, outcomes),
    // A refetch would overwrite the shown changes of a waiting job.
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) refetch(client);
    },
  });
  return mutation.execute();
}

/**
 * Writes each outcome to the cache. A failed or skipped change is no longer an own change, so its row stays in
 * position.
 */
function applyOutcomes(client: QueryClient, outcomes: readonly TaskOutcome[]): void {
  updateCachedTickets(client, new Map(outcomes.map(outcome => [outcome.task.seen.id, toResult(outcome)])));
  for (const { kind, task } of outcomes) if (kind !== 'done') ownTicketChanges.remove(task.seen.id);
}

function refetch(client: QueryClient): void {
  for (const queryKey of [ticketKeys.lists, ticketKeys.counts, ticketKeys.items]) {
    void client.invalidateQueries({ queryKey });
  }
}

/** Runs the tasks and publishes their progress. Leaving the page abandons the remaining tasks. */
async function runJob(label: string, tasks: readonly Task[]): Promise<TaskOutcome[]> {
  const runLimited = createConcurrencyLimit(maxConcurrency);
  const abortController = new AbortController();
  const { signal } = abortController;
  let finished = 0;
  const show = (): void =>
    currentJob.write({ label, total: tasks.length, finished, cancel: signal.aborted ? null : cancel });
  const cancel = (): void => {
    if (signal.aborted) return;
    abortController.abort();
    show();
  };
  const run = async (task: Task): Promise<TaskOutcome> => {
    if (signal.aborted) return { task, kind: 'skipped' };
    const outcome = await attempt(task);
    finished++;
    show();
    return outcome;
  };
  show();
  addEventListener('beforeunload', confirmLeaving);
  try {
    return await Promise.all(tasks.map(task => runLimited(() => run(task))));
  } finally {
    abortController.abort(); // a late `cancel` then does nothing
    removeEventListener('beforeunload', confirmLeaving);
    currentJob.write(null);
  }
}

async function attempt(task: Task): Promise<TaskOutcome> {
  try {
    return { task, kind: 'done', result: await patchTicket(task.seen, task.change) };
  } catch (error) {
    return { task, kind: 'failed', error };
  }
}

/** Makes the browser ask for confirmation before it leaves the page. */
const confirmLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Returns the fields of a ticket after its attempt. */
function toResult(outcome: TaskOutcome): Partial<Ticket> {
  if (outcome.kind === 'done') return outcome.result.ticket;
  if (outcome.kind === 'failed' && outcome.error instanceof EditConflictError) return outcome.error.stored;
  const { seen, change } = outcome.task;
  return pickTicketFields(seen, listFields(change));
}
