import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import {
  consumeLink,
  findLink,
  getLinkKind,
  insertLink,
  type OneTimeLinkKind,
  readMailedResets,
} from '../database/one-time-links.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { doublingBackoff, type Handler } from '../jobs/handler.ts';
import type { AccountMails } from './invitations.ts';
import { personDraft } from './representation.ts';
import type { PersonStore } from './store.ts';

type Dependencies = {
  database: Database;
  people: PersonStore;
  accountMails: AccountMails & { canSend(queries: Queries): Promise<boolean> };
  hashPassword(password: string): Promise<string>;
  /** Revokes all of a person's sessions and grants. */
  revokeAccess(writes: WriteTransaction, personId: string): Promise<void>;
  clock: () => number;
};

/** The owner and the purpose of a link. */
type LinkOwner = { kind: OneTimeLinkKind; name: string; email: string };

/** Sets passwords with one-time links, for pages that require no session. */
export type AccountLinks = {
  /** Finds the owner of a link; null if the link is invalid. Changes nothing, because mail scanners open links. */
  find(token: string): Promise<LinkOwner | null>;
  /** Uses a link: sets the password, and for an invitation the name. @returns false if the link is invalid */
  accept(token: string, chosen: { name: string; password: string }): Promise<boolean>;
  canSendMail(): Promise<boolean>;
  /** Enqueues a job that mails a link to the owner of an address. Takes equally long for an unknown address. */
  requestReset(email: string): Promise<void>;
};

export const createAccountLinks = ({
  database,
  people,
  accountMails,
  hashPassword,
  revokeAccess,
  clock,
}: Dependencies): AccountLinks => {
  const findOwner = async (queries: Queries, token: string) => {
    const link = await findLink(queries, token, clock());
    const person = link && (await people.findPerson(queries, link.person_id));
    return link === null || !person || person.disabled === 1 ? null : { link, person };
  };

  return {
    async find(token) {
      const found = await findOwner(database.read, token);
      return found && { kind: getLinkKind(found.link), name: found.person.name, email: found.person.email };
    },

    async accept(token, { name, password }) {
      if ((await findOwner(database.read, token)) === null) return false;
      const hash = await hashPassword(password);
      return database.transaction(async writes => {
        const found = await findOwner(writes, token);
        if (found === null || !(await consumeLink(writes, found.link))) return false;
        const { person } = found;
        const isInvitation = getLinkKind(found.link) === 'invitation';
        await revokeAccess(writes, person.id);
        const draft = { ...personDraft(person), ...(isInvitation && { name }) };
        const actor = { personId: person.id, clientId: null, now: clock() };
        const isReplaced = await people.hasPassword(writes, person);
        // Precedes `update`, which records an audit entry. The mail and the entry lock counters until the commit: see
        // recordAudit.
        if (!isInvitation || isReplaced)
          await accountMails.enqueuePasswordNotice(writes, { name: draft.name, email: draft.email }, clock());
        await people.update(writes, person, draft, hash, actor);
        return true;
      });
    },

    canSendMail: () => accountMails.canSend(database.read),

    async requestReset(email) {
      const person = await people.findByEmail(database.read, email);
      // Enqueues the job for an unknown address as well, so that the response takes equally long.
      await database.transaction(writes =>
        enqueue(writes, 'send_reset_link', { payload: { person_id: person?.id ?? null, requested_at: clock() } }),
      );
    },
  };
};

/** The maximum number of mails with a reset link per person and hour. */
const maxMailsPerHour = 3;

type SendDependencies = Pick<Dependencies, 'people' | 'accountMails'>;

/** Creates the handler that mails a link for a new password to an enabled person. */
export const createSendResetLink = (dependencies: SendDependencies): Handler => ({
  kind: 'send_reset_link',
  concurrency: 1,
  maxAttempts: 8,
  backoff: doublingBackoff(5000, 600_000),
  effect: 'store',
  async run({ payload: { person_id: id, requested_at: requestedAt } }, { clock }) {
    if (typeof id !== 'string') return undefined;
    return writes => sendResetLink(writes, { id, requestedAt: Number(requestedAt) }, dependencies, clock());
  },
});

const sendResetLink = async (
  writes: WriteTransaction,
  { id, requestedAt }: { id: string; requestedAt: number },
  { people, accountMails }: SendDependencies,
  now: number,
): Promise<void> => {
  const person = await people.findPerson(writes, id);
  if (person === null || person.disabled === 1) return;
  const { count, lastAt } = await readMailedResets(writes, id, now);
  // Mails no second link if a link has been created since the request.
  if (count >= maxMailsPerHour || lastAt >= requestedAt) return;
  const deliveryId = await accountMails.enqueueLink(writes, 'reset', person, now);
  if (deliveryId === null) return;
  await insertLink(writes, { kind: 'reset', personId: id, createdBy: null, deliveryId }, { token: null, now });
};
