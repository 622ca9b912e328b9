import type { Insertable } from 'kysely';
import { personKinds, roles } from '#contract/enums';
import { systemDomain } from '#contract/people';
import { type AuditActor, recordAudit } from '../database/audit-log.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { deleteLinks } from '../database/one-time-links.ts';
import { newRowColumns, prepareFind } from '../database/resource-rows.ts';
import type { PersonTable } from '../database/schema.ts';
import {
  emailKey,
  isPerson,
  type PersonDraft,
  type PersonRow,
  personColumns,
  personDraft,
  personSelection,
} from './representation.ts';

/** Stores people. Each write invalidates the cached lists. */
export type PersonStore = ReturnType<typeof createPersonStore>;

export const createPersonStore = () => {
  const findRow = prepareFind<{ id: string }, PersonRow>((queries, value) =>
    queries.selectFrom('people').select(personSelection).where('id', '=', value('id')),
  );

  const findByEmail = async (queries: Queries, email: string): Promise<PersonRow | null> => {
    const people = queries.selectFrom('people').select(personSelection);
    return (await people.where('email_key', '=', emailKey(email)).executeTakeFirst()) ?? null;
  };

  return {
    /** Finds a person or mailbox by id; null without a match. Inside a transaction, locks its row until the end. */
    find: (queries: Queries, id: string): Promise<PersonRow | null> => findRow(queries, { id }),

    /** Finds a person by id; null without a match or for a mailbox. In a transaction, locks its row until the end. */
    async findPerson(queries: Queries, id: string): Promise<PersonRow | null> {
      const row = await findRow(queries, { id });
      return row !== null && isPerson(row) ? row : null;
    },

    /** Finds a person or mailbox by account email, ignoring case; null without a match. */
    findByEmail,

    /** Finds a person by email, ignoring case; null without a match or for a mailbox. */
    async findPersonByEmail(queries: Queries, email: string): Promise<PersonRow | null> {
      const row = await findByEmail(queries, email);
      return row !== null && isPerson(row) ? row : null;
    },

    /** Reads the name of a person. People are never deleted, so every referenced id has a name. */
    async findName(queries: Queries, id: string): Promise<string> {
      const { name } = await queries.selectFrom('people').select('name').where('id', '=', id).executeTakeFirstOrThrow();
      return name;
    },

    /** Lists all people, including disabled people, but no mailboxes; oldest first. */
    findAll: async (queries: Queries): Promise<PersonRow[]> =>
      (await queries.selectFrom('people').select(personSelection).orderBy('n').execute()).filter(isPerson),

    /** Returns whether an enabled administrator with a password exists. */
    async hasAdministrator(queries: Queries): Promise<boolean> {
      const administrators = queries
        .selectFrom('people')
        .select('n')
        .where('role', '=', encodeEnum(roles, 'admin'))
        .where('disabled', '=', 0);
      return (await administrators.where('password_hash', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
    },

    async hasPassword(queries: Queries, { n }: PersonRow): Promise<boolean> {
      const people = queries.selectFrom('people').select('n').where('n', '=', n);
      return (await people.where('password_hash', 'is not', null).executeTakeFirst()) !== undefined;
    },

    /** Inserts a person. Without a password hash, the person cannot sign in with a password. */
    async insert(
      writes: WriteTransaction,
      draft: PersonDraft,
      passwordHash: string | null,
      actor: AuditActor,
    ): Promise<PersonRow> {
      const newColumns = await newRowColumns(writes, 'person', actor.now);
      const row = await insertRow(writes, { ...newColumns, ...personColumns(draft), password_hash: passwordHash });
      await recordAudit(writes, actor, { action: 'person.created', targetId: row.id, after: personDraft(row) });
      return row;
    },

    /** Inserts a person who creates the account by signing in at an identity provider. */
    async insertSelf(writes: WriteTransaction, draft: PersonDraft, now: number): Promise<PersonRow> {
      const row = await insertRow(writes, { ...(await newRowColumns(writes, 'person', now)), ...personColumns(draft) });
      const actor = { personId: row.id, clientId: null, now };
      await recordAudit(writes, actor, { action: 'person.created', targetId: row.id, after: personDraft(row) });
      return row;
    },

    /** Inserts the person of a mailbox: the author of its mail, who cannot sign in. */
    async insertMailboxPerson(writes: WriteTransaction, name: string, now: number): Promise<PersonRow> {
      const newColumns = await newRowColumns(writes, 'person', now);
      const email = `mailbox-${newColumns.id}@${systemDomain}`;
      const columns = personColumns({ name, email, role: 'viewer', disabled: false });
      return insertRow(writes, { ...newColumns, ...columns, kind: encodeEnum(personKinds, 'mailbox') });
    },

    /** Renames the person of a mailbox that was renamed. */
    async renameMailboxPerson(writes: WriteTransaction, id: string, name: string, now: number): Promise<void> {
      await writes
        .updateTable('people')
        .set(({ eb }) => ({ name, version: eb('version', '+', 1), updated_at: now }))
        .where('id', '=', id)
        .execute();
      await incrementCounter(writes, 'people.changes');
    },

    /**
     * Updates a person, and the password hash if one is given. A new password, a new address and disabling invalidate
     * the links with which the person could choose a password.
     */
    async update(
      writes: WriteTransaction,
      before: PersonRow,
      draft: PersonDraft,
      passwordHash: string | null,
      actor: AuditActor,
    ): Promise<PersonRow> {
      const { n, id: targetId, version } = before;
      const row = await writes
        .updateTable('people')
        .set({
          ...personColumns(draft),
          ...(passwordHash !== null && { password_hash: passwordHash }),
          version: version + 1,
          updated_at: actor.now,
        })
        .where('n', '=', n)
        .returning(personSelection)
        .executeTakeFirstOrThrow();
      await incrementCounter(writes, 'people.changes');
      if (passwordHash !== null || row.disabled === 1 || row.email !== before.email)
        await deleteLinks(writes, targetId);
      const changed = {
        action: 'person.changed',
        targetId,
        before: personDraft(before),
        after: personDraft(row),
      } as const;
      await recordAudit(writes, actor, changed);
      if (passwordHash !== null)
        await recordAudit(writes, actor, { action: 'person.password_set', targetId, secrets: ['password'] });
      return row;
    },
  };
};

const insertRow = async (writes: WriteTransaction, columns: Insertable<PersonTable>): Promise<PersonRow> => {
  const row = await writes.insertInto('people').values(columns).returning(personSelection).executeTakeFirstOrThrow();
  await incrementCounter(writes, 'people.changes');
  return row;
};
