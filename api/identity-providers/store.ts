import type { IdentityProviderDraft } from '#contract';
import { type AuditActor, recordAudit } from '../database/audit-log.ts';
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { newRowColumns, prepareFind } from '../database/resource-rows.ts';
import { providerSecretName } from '../database/secret-names.ts';
import { markDeleted } from '../database/tombstones.ts';
import { type IdentityProviderRow, identityProviderColumns, identityProviderDraft } from './representation.ts';

type ProviderSecrets = {
  read(queries: Queries, name: string): Promise<string | null>;
  write(writes: WriteTransaction, name: string, secret: string): Promise<void>;
  remove(writes: WriteTransaction, name: string): Promise<void>;
};

/** Stores identity providers. Each write invalidates the cached lists. */
export type IdentityProviderStore = ReturnType<typeof createIdentityProviderStore>;

export const createIdentityProviderStore = (secrets: ProviderSecrets) => {
  const findRow = prepareFind<{ id: string }, IdentityProviderRow>((queries, value) =>
    queries.selectFrom('identity_providers').selectAll().where('id', '=', value('id')),
  );

  /**
   * Stores a new secret; null removes the stored secret, undefined leaves it unchanged.
   * @returns the column to update
   */
  const storeSecret = async (writes: WriteTransaction, id: string, secret: string | null | undefined) => {
    if (secret === undefined) return {};
    const name = providerSecretName(id);
    await (secret === null ? secrets.remove(writes, name) : secrets.write(writes, name, secret));
    return { client_secret_set: Number(secret !== null) };
  };

  return {
    /** Finds a provider by id; null without a match. Inside a transaction, locks its row until the end. */
    find: (queries: Queries, id: string): Promise<IdentityProviderRow | null> => findRow(queries, { id }),

    /** Lists the enabled providers, oldest first. */
    listEnabled: (queries: Queries): Promise<{ id: string; name: string }[]> =>
      queries.selectFrom('identity_providers').select(['id', 'name']).where('enabled', '=', 1).orderBy('n').execute(),

    /** Finds the writable fields of an enabled provider; null without a match. */
    async findEnabled(queries: Queries, id: string): Promise<(IdentityProviderDraft & { id: string }) | null> {
      const providers = queries.selectFrom('identity_providers').selectAll().where('enabled', '=', 1);
      const row = await providers.where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : { id, ...identityProviderDraft(row) };
    },

    /** Reads the client secret of a provider; null without a secret. */
    readSecret: (queries: Queries, id: string): Promise<string | null> => secrets.read(queries, providerSecretName(id)),

    /** Returns whether a provider other than `exceptId` uses the given issuer. */
    async hasIssuer(queries: Queries, issuer: string, exceptId: string | undefined): Promise<boolean> {
      const providers = queries.selectFrom('identity_providers').select('id');
      const row = await providers.where('issuer', '=', issuer).executeTakeFirst();
      return row !== undefined && row.id !== exceptId;
    },

    /** Prevents changes of issuers until the transaction ends. Call it before checking an issuer. */
    lockIssuers: (writes: WriteTransaction): Promise<number> => incrementCounter(writes, 'identity_providers.changes'),

    /** Inserts a provider under the given id or the next number. Call `lockIssuers` first. */
    async insert(
      writes: WriteTransaction,
      draft: IdentityProviderDraft,
      actor: AuditActor,
      givenId?: string,
    ): Promise<IdentityProviderRow> {
      const newColumns = await newRowColumns(writes, 'identity_provider', actor.now, givenId);
      const secret = await storeSecret(writes, newColumns.id, draft.client_secret);
      const row = await writes
        .insertInto('identity_providers')
        .values({ ...newColumns, ...identityProviderColumns(draft), client_secret_set: 0, ...secret })
        .returningAll()
        .executeTakeFirstOrThrow();
      await recordAudit(writes, actor, { action: 'identity_provider.created', targetId: row.id, after: draft });
      return row;
    },

    /** Updates a provider. Call `lockIssuers` first. */
    async update(
      writes: WriteTransaction,
      before: IdentityProviderRow,
      draft: IdentityProviderDraft,
      actor: AuditActor,
    ): Promise<IdentityProviderRow> {
      const secret = await storeSecret(writes, before.id, draft.client_secret);
      const row = await writes
        .updateTable('identity_providers')
        .set({ ...identityProviderColumns(draft), ...secret, version: before.version + 1, updated_at: actor.now })
        .where('n', '=', before.n)
        .returningAll()
        .executeTakeFirstOrThrow();
      const fields = { before: identityProviderDraft(before), after: draft };
      await recordAudit(writes, actor, { action: 'identity_provider.changed', targetId: row.id, ...fields });
      return row;
    },

    /** Deletes a provider permanently. The identities of its people remain. */
    async remove(writes: WriteTransaction, row: IdentityProviderRow, actor: AuditActor): Promise<void> {
      await secrets.remove(writes, providerSecretName(row.id));
      await writes.deleteFrom('identity_providers').where('n', '=', row.n).execute();
      await markDeleted(writes, 'identity_provider', row.id, actor.now);
      await incrementCounter(writes, 'identity_providers.changes');
      const before = identityProviderDraft(row);
      await recordAudit(writes, actor, { action: 'identity_provider.deleted', targetId: row.id, before });
    },
  };
};
