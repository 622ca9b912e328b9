import { type Adapter, Provider } from 'oidc-provider';
import type { Standing } from './standing.ts';

/** A session that the request has read is kept only where it has not been ended since. */
export const sessionAdapter = (adapter: Adapter, standing: Standing): Adapter => ({
  ...adapter,
  async upsert(id, payload, expiresIn) {
    // Only one that comes from the store has it.
    const wasRead = Provider.ctx?.oidc.session?.iat !== undefined;
    const { accountId, uid } = payload;
    if (wasRead && accountId !== undefined && uid !== undefined) await standing.session(accountId, uid);
    const former = formerId();
    if (former !== null) await adapter.destroy(former);
    await adapter.upsert(id, payload, expiresIn);
  },
  // The library destroys the former id of a session first, and there would be none to find above.
  destroy: async id => (id === formerId() ? undefined : adapter.destroy(id)),
});

/** The id that the session of this request had before it got a new one. */
const formerId = (): string | null => {
  const session = Provider.ctx?.oidc.session;
  return session !== undefined && 'oldId' in session && typeof session.oldId === 'string' ? session.oldId : null;
};

/** Who has typed a password is signed in only where their access has not been ended since. */
export const stepAdapter = (adapter: Adapter, standing: Standing): Adapter => ({
  ...adapter,
  async destroy(id) {
    const login = Provider.ctx?.oidc.entities.Interaction?.result?.login;
    await (login === undefined ? adapter.destroy(id) : standing.step(login.accountId, id));
  },
});
