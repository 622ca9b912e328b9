import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';
import { createClientLoader } from '../clients/stored-client.ts';
import { capGrant } from '../grants/scope-cap.ts';
import type { Records, StoredRecord } from './records.ts';
import type { RevocationCheck } from './revocation-check.ts';
import { interactionAdapter, sessionAdapter } from './revocation-check-adapters.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Stores oidc-provider's models in oauth_records. Clients have their own table, which the adapter only reads. */
export const createAdapter =
  (work: UnitOfWork, records: Records, revocationCheck: RevocationCheck): AdapterFactory =>
  model => {
    if (model === 'Client') return clientAdapter(work);
    const adapter = recordAdapter(model, records);
    if (model === 'Session') return sessionAdapter(adapter, revocationCheck);
    return model === 'Interaction' ? interactionAdapter(adapter, revocationCheck) : adapter;
  };

const recordAdapter = (model: string, records: Records): Adapter => ({
  async upsert(id, payload) {
    const columns = {
      // A grant stores its own id here, so that it is revoked with its tokens.
      grant_id: (model === 'Grant' ? id : payload.grantId) ?? null,
      uid: payload.uid ?? null,
      account_id: payload.accountId ?? getInteractionAccountId(payload),
      client_id: payload.clientId ?? null,
      expires_at: payload.exp === undefined ? null : payload.exp * 1000,
    };
    const { grant_id } = columns;
    // Only implicit tokens are created without a lock on their grant: see single-use.ts.
    const isImplicit = payload.gty === 'implicit' && grant_id !== null;
    if (!isImplicit) return records.upsert(model, id, withoutSecrets(payload), columns);
    const isStored = await records.insertIfGrantExists(model, id, withoutSecrets(payload), { ...columns, grant_id });
    if (!isStored) throw new errors.AccessDenied('The permission has been revoked.');
  },
  async find(id) {
    const payload = toPayload(await records.find(model, id), id);
    return payload !== undefined && model === 'Grant' ? capGrant(payload) : payload;
  },
  findByUid: async uid => toPayload(await records.findByUid(model, uid), undefined),
  findByUserCode: () => Promise.reject(new Error('The device flow is not supported.')),
  destroy: id => records.remove(model, id),
  // oidc-provider calls this once per kind of token. Each call removes all kinds, in the transaction that also removes
  // the grant. So a revocation is stored completely or not at all, even if the client gets an error.
  revokeByGrantId: grantId => records.removeGrantTokens(grantId),
  async consume(id) {
    // The lock in single-use.ts prevents a second use. If that lock ever fails, the second request is rejected here.
    if (!(await records.consume(model, id))) throw new errors.InvalidGrant(`${model} already consumed`);
  },
});

/**
 * Serializes a payload without secrets. A payload contains the token itself; an interaction also contains the
 * session's cookie and, in its return URL, its own id, which is a cookie too.
 */
const withoutSecrets = ({ jti: _, session, returnTo, ...payload }: AdapterPayload): string => {
  const { cookie: _cookie, ...publicSession } = session ?? {};
  const returnUrl = typeof returnTo === 'string' ? { returnTo: returnTo.replace(/[^/]+$/, '') } : {};
  return JSON.stringify({ ...payload, ...returnUrl, ...(session && { session: publicSession }) });
};

/** Returns the id of an interaction's person, who has just authenticated or was signed in. Null without a person. */
const getInteractionAccountId = ({ result, session }: AdapterPayload): string | null => {
  const accountId: unknown = result?.login?.accountId ?? session?.accountId;
  return typeof accountId === 'string' ? accountId : null;
};

const toPayload = (stored: StoredRecord | null, id: string | undefined): AdapterPayload | undefined => {
  if (stored === null) return undefined;
  const payload = JSON.parse(stored.payload) as AdapterPayload;
  if (id !== undefined) {
    payload.jti = id;
    if (typeof payload.returnTo === 'string') payload.returnTo = payload.returnTo.replace(/[^/]*$/, id);
  }
  if (stored.consumedAt !== null) payload.consumed = Math.floor(stored.consumedAt / 1000);
  return payload;
};

/** Reads clients; the API and the desk command write them (clients.ts). */
const clientAdapter = (work: UnitOfWork): Adapter => {
  const findClient = createClientLoader(work.revision);
  const readOnly = () => Promise.reject(new Error('oidc-provider may only read clients.'));
  return {
    find: id => findClient(work.queries(), id),
    upsert: readOnly,
    findByUid: readOnly,
    findByUserCode: readOnly,
    destroy: readOnly,
    revokeByGrantId: readOnly,
    consume: readOnly,
  };
};
