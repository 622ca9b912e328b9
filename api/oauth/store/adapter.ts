import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';
import { createFindClient } from '../clients/find-client.ts';
import { capGrant } from '../grants/scope-cap.ts';
import type { Records, StoredRecord } from './records.ts';
import type { Standing } from './standing.ts';
import { sessionAdapter, stepAdapter } from './standing-adapters.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** How oidc-provider stores what it makes: tokens, sessions and interactions in oauth_records, clients in their table. */
export const createAdapter =
  (work: UnitOfWork, records: Records, standing: Standing): AdapterFactory =>
  model => {
    if (model === 'Client') return clientAdapter(work);
    const adapter = recordAdapter(model, records);
    if (model === 'Session') return sessionAdapter(adapter, standing);
    return model === 'Interaction' ? stepAdapter(adapter, standing) : adapter;
  };

const recordAdapter = (model: string, records: Records): Adapter => ({
  async upsert(id, payload) {
    const facts = {
      // A grant carries its own id there, so that it is found, and revoked, with its tokens.
      grant_id: (model === 'Grant' ? id : payload.grantId) ?? null,
      uid: payload.uid ?? null,
      account_id: payload.accountId ?? personOf(payload),
      client_id: payload.clientId ?? null,
      expires_at: payload.exp === undefined ? null : payload.exp * 1000,
    };
    const { grant_id } = facts;
    // Every other token is made in a transaction that holds its grant: see single-use.ts.
    const alone = payload.gty === 'implicit' && grant_id !== null;
    if (!alone) return records.upsert(model, id, withoutSecrets(payload), facts);
    const kept = await records.keepOfGrant(model, id, withoutSecrets(payload), { ...facts, grant_id });
    if (!kept) throw new errors.AccessDenied('The permission was taken back.');
  },
  async find(id) {
    const payload = toPayload(await records.find(model, id), id);
    return payload !== undefined && model === 'Grant' ? capGrant(payload) : payload;
  },
  findByUid: async uid => toPayload(await records.findByUid(model, uid), undefined),
  findByUserCode: () => Promise.reject(new Error('The device flow is not offered.')),
  destroy: id => records.remove(model, id),
  // The library asks this for one kind of token after the other: a refresh in between would leave some behind.
  revokeByGrantId: grantId => records.removeOfGrant(grantId),
  async consume(id) {
    // The lock in single-use.ts lets nobody get here twice; should that ever fail, the second one gets nothing.
    if (!(await records.consume(model, id))) throw new errors.InvalidGrant(`${model} already consumed`);
  },
});

/**
 * A payload names the token itself; an interaction also the session's cookie, and in the address that it returns to its own
 * number, which is a cookie too. None of them is written down.
 */
const withoutSecrets = ({ jti: _, session, returnTo, ...payload }: AdapterPayload): string => {
  const { cookie: _cookie, ...known } = session ?? {};
  const way = typeof returnTo === 'string' ? { returnTo: returnTo.replace(/[^/]+$/, '') } : {};
  return JSON.stringify({ ...payload, ...way, ...(session && { session: known }) });
};

/** Whose step of a sign-in it is: who has just typed the password, or is signed in already. */
const personOf = ({ result, session }: AdapterPayload): string | null => {
  const person: unknown = result?.login?.accountId ?? session?.accountId;
  return typeof person === 'string' ? person : null;
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

/** Clients are only read here: clients.ts and its neighbours write them. */
const clientAdapter = (work: UnitOfWork): Adapter => {
  const findClient = createFindClient();
  const readOnly = () => Promise.reject(new Error('Clients are registered with the desk command.'));
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
