import type { ConnectionDraft } from '#contract';
import type { AuditActor } from '../database/audit-log.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { AuthorizationStore } from './authorization/store.ts';
import { sendsTokenElsewhere } from './authorization/token-hosts.ts';
import { type ConnectionRow, connectionDraft } from './representation.ts';
import type { MailboxStore } from './store.ts';
import { requireValidConnection } from './validate.ts';

type ConnectionStores = { mailboxes: MailboxStore; authorizations: AuthorizationStore };

/**
 * Checks a changed connection and stores it. A sign-in whose token would reach another host expires.
 * @returns the stored connection, and whether the sign-in expired
 * @throws ApiError
 */
export const saveConnection = async (
  { mailboxes, authorizations }: ConnectionStores,
  writes: WriteTransaction,
  { row, draft }: { row: ConnectionRow; draft: ConnectionDraft },
  actor: AuditActor,
): Promise<{ connection: ConnectionRow; hasExpired: boolean }> => {
  const connection = requireValidConnection(row, draft);
  const authorization = await authorizations.find(writes, row.id);
  const hasExpired = authorization !== null && sendsTokenElsewhere(authorization, connectionDraft(row), connection);
  if (hasExpired)
    await authorizations.expire(writes, authorization, {
      error: 'The mail server changed. Sign in again.',
      now: actor.now,
    });
  return { connection: await mailboxes.updateConnection(writes, row, connection, actor), hasExpired };
};
