import { setTimeout as pause } from 'node:timers/promises';
import { type MailServer, startMailServer } from '../../api/deliveries/testing/mail-server.ts';
import { throwProblems } from './expected-responses.ts';
import { isUnavailable, type ResourceResponse, type SendToDesk, type TestDesk } from './test-desk.ts';
import type { Workload } from './workload.ts';

/** Threads stay short, since each reply rewrites the search document of its ticket. */
const repliesPerTicket = 20;

/**
 * An agent whose replies are mailed to a server that survives every round. Each acknowledged reply must arrive, unless
 * its delivery fails as unconfirmed. It may arrive twice, with the same Message-ID, if its delivery is marked as a
 * possible duplicate. It must never arrive a third time.
 */
export const createSendingWorkload = ({
  token,
  prefix,
}: {
  token: string;
  prefix: string;
}): Workload & { create(desk: TestDesk): Promise<void> } => {
  const mailbox = `/v1/mailboxes/${prefix}b`;
  /** The deliveries of acknowledged replies: of this round, and of all rounds. */
  let round: string[] = [];
  const all: string[] = [];
  /** The Message-IDs of these deliveries. */
  const messageIds = new Set<string>();
  let replies = 0;
  let pending: number | null = null;
  let server: MailServer | undefined;
  let duplicates = 0;

  /** Sends a reply. Creates its ticket before the first reply on it. @returns null without a response */
  const trySend = async (send: SendToDesk, number: number): Promise<ResourceResponse | null> => {
    const ticket = `/v1/tickets/${prefix}t${Math.floor(number / repliesPerTicket)}`;
    const draft = { subject: prefix, customer_email: 'customer@shop.example', mailbox_id: `${prefix}b` };
    const created = number % repliesPerTicket === 0 ? await send('PUT', ticket, draft) : undefined;
    if (created !== undefined && isUnavailable(created)) return null;
    return send('POST', `${ticket}/messages`, { body: `Reply ${number}` }, { key: `${prefix}${number}` });
  };

  /** @returns false without a response */
  const reply = async (desk: TestDesk, number: number): Promise<boolean> => {
    const response = await trySend(desk.as(token), number).catch(() => null);
    if (isUnavailable(response)) return false;
    throwProblems(response.status === 201 ? [] : [`POST of reply ${number} returned ${response.status}`]);
    for (const deliveries of [round, all]) deliveries.push(String(response.body['delivery_id']));
    return true;
  };

  /** @returns the number of mails that arrived twice */
  const verify = async (desk: TestDesk, ids: readonly string[]): Promise<number> => {
    const deliveries = [];
    for (const id of ids) deliveries.push(await waitUntilSettled(desk.as(token), `/v1/deliveries/${id}`));
    const copies = Map.groupBy(server?.arrived ?? [], ({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1]);
    const counts = deliveries.map(body => copies.get(String(body['message_id_header']))?.length ?? 0);
    throwProblems(deliveries.flatMap((body, index) => findProblems(body, counts[index] ?? 0)));
    for (const body of deliveries) messageIds.add(String(body['message_id_header']));
    const unknown = [...copies.keys()].filter(id => id === undefined || !messageIds.has(id));
    throwProblems(unknown.map(id => `a mail arrived whose Message-ID ${id} no delivery has`));
    return counts.filter(count => count === 2).length;
  };

  return {
    async create(desk) {
      server = await startMailServer();
      server.unref();
      const send = desk.as(token);
      const outbound = { host: '127.0.0.1', port: server.port, security: 'none', max_per_minute: 10_000 };
      const steps = [
        await send('PUT', mailbox, { name: prefix, address: `${prefix}@desk.example` }),
        await send('PUT', `${mailbox}/connection`, { outbound }),
        await send('PATCH', mailbox, { transport: 'smtp' }),
      ];
      throwProblems(
        steps.filter(({ status }) => status > 201).map(({ status }) => `setting up ${mailbox} returned ${status}`),
      );
    },
    async write(desk, isOver) {
      round = [];
      while (!isOver()) {
        pending = replies++;
        if (!(await reply(desk, pending))) return;
        pending = null;
      }
    },
    async verifyRound(desk) {
      if (pending !== null)
        throwProblems(
          (await reply(desk, pending)) ? [] : ['the reply without a response got no response when sent again'],
        );
      pending = null;
      duplicates = await verify(desk, round);
      return round.length;
    },
    async verifyRun(desk) {
      await verify(desk, all);
    },
    countDuplicates: () => duplicates,
  };
};

const settleMilliseconds = 60_000;

/**
 * Waits until a delivery is neither queued nor sending. Sends a delayed mail now, since a run cannot wait for each
 * retry.
 */
const waitUntilSettled = async (send: SendToDesk, path: string): Promise<ResourceResponse['body']> => {
  const deadline = performance.now() + settleMilliseconds;
  for (;;) {
    const { status, body } = await send('GET', path);
    if (status !== 200) throw new Error(`${path} of an acknowledged reply returned ${status}`);
    if (!['queued', 'sending'].includes(String(body['state']))) return body;
    if (performance.now() > deadline)
      throw new Error(`${path} is still ${body['state']} after ${settleMilliseconds / 1000} s`);
    if (body['next_attempt_at'] !== null) await send('PUT', `${path}/attempt`);
    await pause(50);
  }
};

/** Compares the delivery with the copies that arrived. */
const findProblems = (body: ResourceResponse['body'], copies: number): string[] => {
  const { id, state, reason, may_be_duplicate: mayBeDuplicate } = body;
  const about = `delivery ${id} is ${state} (${reason ?? 'no reason'}) and arrived ${copies} times`;
  if (state !== 'sent' && reason !== 'unconfirmed') return [about];
  if (state === 'sent' && copies === 0) return [`${about}: it was lost`];
  if (copies > 2) return [`${about}: too often`];
  return copies === 2 && mayBeDuplicate !== true ? [`${about}: not marked`] : [];
};
