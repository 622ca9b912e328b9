import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from '#contract';
import { startDeskCluster } from './cluster.ts';
import { type ClusterAgent, signInToCluster } from './cluster-client.ts';
import { administrator } from './people.ts';
import { openSession } from './sign-in-by-request.ts';
import { startSleepingClient } from './sleeping-client.ts';
import { followEvents, type StreamClient } from './stream-client.ts';

/** The bff's limit of streams per session. The API allows five per person and client. */
const clientsPerPerson = 4;

/** The ids of all events, and the stopped clients that followed them. */
export type RestartOutcome = { eventIds: readonly string[]; clients: readonly StreamClient[] };

/**
 * Restarts all processes of a cluster while tickets are created. Returns when each client has the last event. One more
 * client sleeps during the restarts: its process is stopped, as on a machine that sleeps.
 *
 * @param people the number of agents, with four clients each
 */
export async function restartUnderClients(people: number): Promise<RestartOutcome> {
  const cluster = await startDeskCluster();
  const writer = await signInToCluster(cluster.bff.url, administrator);
  const clients: StreamClient[] = [];
  try {
    for (let number = 0; number < people; number++) {
      const session = await addAgent(cluster.bff.url, writer, number);
      for (let count = 0; count < clientsPerPerson; count++) clients.push(followEvents(cluster.bff.url, session));
    }
    const sleeper = startSleepingClient(cluster.bff.url, await addAgent(cluster.bff.url, writer, people));
    clients.push(sleeper);
    await createTicket(writer);
    while (sleeper.received.length === 0) await pause(20);
    sleeper.sleep();
    let isRestarted = false;
    const restarting = cluster.restartEach().finally(() => {
      isRestarted = true;
    });
    for (let count = 2; !isRestarted; count++) {
      await createTicket(writer);
      while (!clients.some(({ received }) => received.length >= count)) await pause(20);
    }
    await restarting;
    sleeper.wake();
    const eventIds = await readEventIds(writer);
    while (!clients.every(({ received }) => received.includes(eventIds.at(-1) ?? ''))) await pause(20);
    return { eventIds, clients };
  } finally {
    await Promise.all(clients.map(({ stop }) => stop()));
    await writer.dispose();
    await cluster.stop();
  }
}

async function addAgent(url: string, { send }: ClusterAgent, number: number) {
  const person = { ...administrator, name: `Agent ${number}`, email: `agent-${number}@stardesk.local` };
  await send('POST', '/people', { ...person, role: 'agent' });
  return openSession(url, person);
}

/** The statuses after which the client repeats a request. 0 stands for an interrupted request. */
const repeatedStatuses = [0, 409, 502, 503];

/** Creates a ticket. Repeats the request after an interruption. @throws for any other response */
async function createTicket({ send }: ClusterAgent): Promise<void> {
  const key = { 'Idempotency-Key': randomUUID() };
  const create = () => send('POST', '/tickets', { subject: 'Created during a restart' }, key);
  for (;;) {
    const { status } = await create().catch(() => ({ status: 0 }));
    if (status === 201) return;
    if (!repeatedStatuses.includes(status)) throw new Error(`POST /tickets: ${status}`);
    await pause(20);
  }
}

/** Returns the ids of all events, oldest first. */
async function readEventIds({ send }: ClusterAgent): Promise<string[]> {
  const ids: string[] = [];
  for (let after = '0'; ; after = ids.at(-1) ?? after) {
    const { body } = await send<Event[]>('GET', `/events?after=${after}&per_page=100`);
    if (body.length === 0) return ids;
    ids.push(...body.map(({ id }) => id));
  }
}
