import type { ConnectionDraft, MailboxDraft, OutboundDraft } from '#contract';
import { listBaseAddresses } from '#contract/base-addresses';
import { transports } from '#contract/enums';
import { type AuditActor, recordAudit } from '../database/audit-log.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { allowOutboundAttempt, insertMailboxState, setMailboxState } from '../database/mailbox-states.ts';
import { newRowColumns, prepareFind } from '../database/resource-rows.ts';
import {
  authorizationSecretName,
  authorizationSecrets,
  inboundPasswordName,
  mailHookName,
  outboundPasswordName,
  tokenKeyName,
} from '../database/secret-names.ts';
import { replaceTag } from '../database/ticket-tags.ts';
import { markDeleted } from '../database/tombstones.ts';
import { makeJobsDue } from '../jobs/enqueue.ts';
import { isBounceAddress, splitAddress } from '../mail/address-token.ts';
import { hookProviders } from './hooks.ts';
import { applyInboundChange, enqueuePolling } from './polling.ts';
import {
  addressKeys,
  type ConnectionRow,
  connectionDraft,
  type MailboxRow,
  mailboxColumns,
  mailboxDraft,
  toConnectionRow,
} from './representation.ts';

/** The functions of other folders that the store needs. */
export type MailboxStoreDependencies = {
  people: {
    insertMailboxPerson(writes: WriteTransaction, name: string, now: number): Promise<{ id: string }>;
    renameMailboxPerson(writes: WriteTransaction, id: string, name: string, now: number): Promise<void>;
  };
  secrets: {
    has(queries: Queries, name: string): Promise<boolean>;
    write(writes: WriteTransaction, name: string, secret: string): Promise<void>;
    ensureRandom(writes: WriteTransaction, name: string): Promise<void>;
    remove(writes: WriteTransaction, name: string): Promise<void>;
  };
};

/** Stores mailboxes. Each write of a mailbox invalidates the cached lists. A connection has its own version. */
export type MailboxStore = ReturnType<typeof createMailboxStore>;

export const createMailboxStore = ({ people, secrets }: MailboxStoreDependencies) => {
  const findRow = prepareFind<{ id: string }, MailboxRow>((queries, value) =>
    queries.selectFrom('mailboxes').selectAll().where('id', '=', value('id')),
  );
  const readConnection = async (queries: Queries, row: MailboxRow): Promise<ConnectionRow> =>
    toConnectionRow(row, {
      inbound: await secrets.has(queries, inboundPasswordName(row.id)),
      outbound: await secrets.has(queries, outboundPasswordName(row.id)),
    });
  /** Stores a given password. A null password, OAuth, or a missing user or server removes the stored password. */
  const storePassword = async (
    writes: WriteTransaction,
    name: string,
    server: Pick<OutboundDraft, 'authentication' | 'user' | 'password'> | null,
  ): Promise<void> => {
    const { authentication, user, password } = server ?? { authentication: 'password', user: null };
    if (authentication === 'oauth' || user === null || password === null) await secrets.remove(writes, name);
    else if (password !== undefined) await secrets.write(writes, name, password);
  };

  return {
    /** Finds a mailbox by id; inside a transaction, locks its row until the end. */
    find: (queries: Queries, id: string): Promise<MailboxRow | null> => findRow(queries, { id }),

    /** Lists all mailboxes, oldest first. */
    findAll: (queries: Queries): Promise<MailboxRow[]> =>
      queries.selectFrom('mailboxes').selectAll().orderBy('n').execute(),

    /** Finds the mailbox with the given address or alias, ignoring case. */
    async findByAddress(queries: Queries, address: string): Promise<MailboxRow | null> {
      const mailboxes = await queries.selectFrom('mailboxes').selectAll().execute();
      return mailboxes.find(row => addressKeys(mailboxDraft(row)).includes(address.toLowerCase())) ?? null;
    },

    /**
     * Finds the mailbox to which mail for an address belongs; null if there is none. A plus part is ignored unless a
     * mailbox address contains it. Mail to `bounce+…` belongs to a mailbox with bounce addressing in the same domain,
     * even if the mailbox is disabled or captures its mail.
     */
    async findRecipient(queries: Queries, address: string): Promise<MailboxRow | null> {
      const mailboxes = await queries.selectFrom('mailboxes').selectAll().orderBy('n').execute();
      for (const key of listBaseAddresses(address.toLowerCase())) {
        const mailbox = mailboxes.find(row => addressKeys(mailboxDraft(row)).includes(key));
        if (mailbox !== undefined) return mailbox;
      }
      return isBounceAddress(address) ? findBounceMailbox(mailboxes, splitAddress(address)[1]) : null;
    },

    /** Finds the connection of a mailbox; inside a transaction, locks its row until the end. */
    async findConnection(queries: Queries, id: string): Promise<ConnectionRow | null> {
      const row = await findRow(queries, { id });
      return row && readConnection(queries, row);
    },

    /** Converts a mailbox row to a connection row, and reads which passwords are stored. */
    readConnection,

    /** Locks the addresses of all mailboxes until the transaction ends. Call it before checking an address. */
    lockAddresses: (writes: WriteTransaction): Promise<number> => incrementCounter(writes, 'mailboxes.changes'),

    /** Inserts a mailbox with its person, under the given id or the next decimal id. */
    async insert(writes: WriteTransaction, draft: MailboxDraft, actor: AuditActor, id?: string): Promise<MailboxRow> {
      const { now } = actor;
      const person = await people.insertMailboxPerson(writes, draft.name, now);
      await secrets.ensureRandom(writes, tokenKeyName);
      const row = await writes
        .insertInto('mailboxes')
        .values({
          ...(await newRowColumns(writes, 'mailbox', now, id)),
          ...mailboxColumns(draft),
          ...{ person_id: person.id, connection_version: 1, connection_updated_at: now },
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await insertMailboxState(writes, row.n, now);
      await incrementCounter(writes, 'mailboxes.changes');
      await recordAudit(writes, actor, { action: 'mailbox.created', targetId: row.id, after: draft });
      return row;
    },

    async update(
      writes: WriteTransaction,
      before: MailboxRow,
      draft: MailboxDraft,
      actor: AuditActor,
    ): Promise<MailboxRow> {
      const { now } = actor;
      if (draft.name !== before.name) await people.renameMailboxPerson(writes, before.person_id, draft.name, now);
      const row = await writes
        .updateTable('mailboxes')
        .set({ ...mailboxColumns(draft), version: before.version + 1, updated_at: now })
        .where('n', '=', before.n)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (row.enabled !== before.enabled) await enqueuePolling(writes, row);
      if (row.transport !== before.transport) {
        // A pause concerns the mail server of the previous transport.
        await setMailboxState(writes, row.n, 'outbound', { state: 'ok', error: null, now });
      }
      if (row.enabled !== before.enabled || row.transport !== before.transport)
        await makeJobsDue(writes, 'send_delivery');
      await incrementCounter(writes, 'mailboxes.changes');
      const fields = { before: mailboxDraft(before), after: draft };
      await recordAudit(writes, actor, { action: 'mailbox.changed', targetId: row.id, ...fields });
      return row;
    },

    /** Locks all mailboxes. */
    async lockForTag(writes: WriteTransaction): Promise<void> {
      await writes.selectFrom('mailboxes').select('n').orderBy('n').forUpdate().execute();
    },

    /** Replaces a default tag of all mailboxes, or removes it if `into` is null. Call `lockForTag` first. */
    async replaceTag(writes: WriteTransaction, tag: string, into: string | null, actor: AuditActor): Promise<void> {
      const rows = await this.findAll(writes);
      for (const row of rows) {
        const draft = mailboxDraft(row);
        if (!draft.default_tags.includes(tag)) continue;
        await this.update(writes, row, { ...draft, default_tags: replaceTag(draft.default_tags, tag, into) }, actor);
      }
    },

    /** Updates a connection. A paused mailbox tries the new connection immediately. */
    async updateConnection(
      writes: WriteTransaction,
      before: ConnectionRow,
      draft: ConnectionDraft,
      actor: AuditActor,
    ): Promise<ConnectionRow> {
      const { n, id, version } = before;
      const { inbound, outbound, trusted_authserv_id } = draft;
      const { now } = actor;
      await storePassword(writes, inboundPasswordName(id), inbound);
      await storePassword(writes, outboundPasswordName(id), outbound);
      const row = await writes
        .updateTable('mailboxes')
        .set({
          inbound: encodeServer(inbound),
          outbound: encodeServer(outbound),
          trusted_authserv_id,
          connection_version: version + 1,
          connection_updated_at: now,
        })
        .where('n', '=', n)
        .returningAll()
        .executeTakeFirstOrThrow();
      await allowOutboundAttempt(writes, id);
      await makeJobsDue(writes, 'send_delivery');
      const isInboundChanged = row.inbound !== before.inbound || inbound?.password !== undefined;
      if (isInboundChanged) await applyInboundChange(writes, before, row, now);
      else await enqueuePolling(writes, row);
      const fields = { before: connectionDraft(before), after: draft };
      await recordAudit(writes, actor, { action: 'mailbox.connection_changed', targetId: id, ...fields });
      return readConnection(writes, row);
    },

    /** Deletes a mailbox permanently. Its tickets and its person remain. */
    async remove(writes: WriteTransaction, row: MailboxRow, actor: AuditActor): Promise<void> {
      const { n, id } = row;
      const names = [
        ...[inboundPasswordName(id), outboundPasswordName(id)],
        ...hookProviders.map(provider => mailHookName(id, provider)),
        ...authorizationSecrets.map(secret => authorizationSecretName(id, secret)),
      ];
      for (const name of names) await secrets.remove(writes, name);
      await writes.deleteFrom('mailboxes').where('n', '=', n).execute();
      await markDeleted(writes, 'mailbox', id, actor.now);
      await incrementCounter(writes, 'mailboxes.changes');
      await recordAudit(writes, actor, { action: 'mailbox.deleted', targetId: id, before: mailboxDraft(row) });
    },
  };
};

/** Finds the mailbox that gets the bounces of a domain. Prefers a mailbox that sends mail. */
const findBounceMailbox = (mailboxes: readonly MailboxRow[], domain: string): MailboxRow | null => {
  const candidates = mailboxes.filter(
    row =>
      connectionDraft(row).outbound?.bounce_addressing === true &&
      splitAddress(row.address)[1].toLowerCase() === domain.toLowerCase(),
  );
  const sends = ({ enabled, transport }: MailboxRow) => enabled === 1 && transport === encodeEnum(transports, 'smtp');
  return candidates.find(sends) ?? candidates.find(({ enabled }) => enabled === 1) ?? candidates[0] ?? null;
};

/** Encodes a server without its password. */
const encodeServer = (server: { password?: string | null | undefined } | null): string | null =>
  server && JSON.stringify({ ...server, password: undefined });
