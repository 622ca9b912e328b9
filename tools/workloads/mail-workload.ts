import { mailMediaType } from '#contract/mails';
import type { Random } from '../../api/sample/random.ts';
import { waitUntil } from '../wait-until.ts';
import { throwProblems } from './expected-responses.ts';
import { isUnavailable, readAllRows, type SendToDesk, type TestDesk } from './test-desk.ts';
import type { Workload } from './workload.ts';

/** A conversation of one customer: its first mail creates the ticket. */
type Conversation = { customer: string; mails: { id: string; word: string }[] };

type SentMail = { conversation: Conversation; word: string; raw: string };

const maxConversations = 5;

/** More than a megabyte. With files in the database, a mail then takes several transactions. */
const longText = 'It still smokes.\r\n'.repeat(60_000);

/**
 * A mail server and its customers. Each acknowledged mail must become exactly one message, on the ticket of its
 * conversation. A mail without a response is sent again, as mail servers do.
 */
export const createMailWorkload = (
  random: Random,
  { token, prefix }: { token: string; prefix: string },
): Workload & { create(desk: TestDesk): Promise<void> } => {
  const mailbox = `/v1/mailboxes/${prefix}b`;
  const conversations: Conversation[] = [];
  let wordCount = 0;
  let pending: SentMail | null = null;
  let acknowledged = 0;

  const chooseMail = (): SentMail => {
    const word = `${prefix}${(wordCount++).toString(36)}`;
    const open = conversations.slice(-maxConversations).filter(({ mails }) => mails.length < 8);
    const conversation =
      open.length === 0 || random.next() < 0.4 ? { customer: `${word}@shop.example`, mails: [] } : random.pick(open);
    const answered = conversation.mails.at(-1);
    const raw = [
      `From: ${conversation.customer}`,
      `Message-ID: <${word}@shop.example>`,
      ...(answered === undefined ? [] : [`In-Reply-To: <${answered.word}@shop.example>`]),
      `Subject: ${word}`,
      '',
      word,
      random.next() < 0.1 ? longText : '',
    ].join('\r\n');
    return { conversation, word, raw };
  };

  /** @returns the id of the mail; null without a response */
  const post = async (desk: TestDesk, raw: string): Promise<string | null> => {
    const response = await desk
      .as(token)('POST', `${mailbox}/mails`, raw, { type: mailMediaType })
      .catch(() => null);
    if (isUnavailable(response)) return null;
    if (response.status > 201) throw new Error(`POST ${mailbox}/mails returned ${response.status}`);
    return String(response.body['id']);
  };
  const deliver = async (desk: TestDesk, { customer }: Conversation, raw: string): Promise<string | null> => {
    const reply = await desk.deliver(customer, `${prefix}@desk.example`, raw);
    if (/^(closed|4)/.test(reply)) return null;
    const [, id = null] = /^250 .* (\S+)$/.exec(reply) ?? [];
    if (id === null) throw new Error(`The LMTP server replied: ${reply}`);
    return id;
  };

  /** Sends a mail through the API or by LMTP. @returns false without a response */
  const send = async (desk: TestDesk, { conversation, word, raw }: SentMail): Promise<boolean> => {
    const id = await (random.next() < 0.5 ? post(desk, raw) : deliver(desk, conversation, raw));
    if (id === null) return false;
    conversation.mails.push({ id, word });
    if (conversation.mails.length === 1) conversations.push(conversation);
    acknowledged++;
    return true;
  };

  /** Compares conversations with their tickets. */
  const verify = async (desk: TestDesk, checked: readonly Conversation[]): Promise<void> => {
    const request = desk.as(token);
    await waitUntilProcessed(request);
    for (const { customer, mails } of checked) throwProblems(await findMailDifferences(request, customer, mails));
  };

  return {
    async create(desk) {
      const body = { name: prefix, address: `${prefix}@desk.example` };
      const { status } = await desk.as(token)('PUT', mailbox, body);
      throwProblems(status === 201 ? [] : [`${mailbox} was not created: ${status}`]);
    },
    async write(desk, isOver) {
      acknowledged = 0;
      while (!isOver()) {
        pending = chooseMail();
        if (!(await send(desk, pending))) return;
        pending = null;
      }
    },
    async verifyRound(desk) {
      if (pending !== null)
        throwProblems(
          (await send(desk, pending)) ? [] : ['the mail without a response got no response when sent again'],
        );
      pending = null;
      await verify(desk, conversations.slice(-maxConversations));
      return acknowledged;
    },
    verifyRun: desk => verify(desk, conversations),
  };
};

/** A mail is retried after a minute if the process that handled it was killed. */
const processSeconds = 180;

/** @throws Error if a mail is not processed in time */
const waitUntilProcessed = async (send: SendToDesk): Promise<void> => {
  await waitUntil('received mails are not processed', processSeconds, async () => {
    const { status, rows } = await send('GET', '/v1/mails?state=received&per_page=1');
    return status === 200 && rows.length === 0 ? true : null;
  });
};

/** Checks that the mails of a conversation are the messages of one ticket, without repetition. */
const findMailDifferences = async (
  send: SendToDesk,
  customer: string,
  mails: Conversation['mails'],
): Promise<string[]> => {
  const ticketIds = new Set<unknown>();
  const problems: string[] = [];
  for (const { id, word } of mails) {
    const { status, body } = await send('GET', `/v1/mails/${id}`);
    if (status !== 200 || body['state'] !== 'processed' || body['subject'] !== word)
      problems.push(`mail ${word} was acknowledged but is ${status} ${body['state']} ${body['reason']}`);
    ticketIds.add(body['ticket_id']);
  }
  const [ticketId, ...others] = ticketIds;
  if (problems.length > 0 || others.length > 0)
    return [...problems, ...others.map(id => `${customer} also has ticket ${id}`)];
  const found: string[] = [];
  for await (const { body } of readAllRows(send, `/v1/tickets/${ticketId}/messages?per_page=100`))
    found.push(String(body).split('\n', 1)[0] ?? '');
  const expected = mails.map(({ word }) => word).join();
  return found.join() === expected ? [] : [`ticket ${ticketId} has the mails ${found.join()}, not ${expected}`];
};
