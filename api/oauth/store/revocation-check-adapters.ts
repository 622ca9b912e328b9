import { type Adapter, Provider } from 'oidc-provider';
import type { RevocationCheck } from './revocation-check.ts';

/** Stores a session only if it has not been ended since the request read it. */
export const sessionAdapter = (adapter: Adapter, revocationCheck: RevocationCheck): Adapter => ({
  ...adapter,
  async upsert(id, payload, expiresIn) {
    // Only a session from the store has `iat`.
    const wasRead = Provider.ctx?.oidc.session?.iat !== undefined;
    const { accountId, uid } = payload;
    if (wasRead && accountId !== undefined && uid !== undefined) await revocationCheck.requireSession(accountId, uid);
    const previous = findPreviousId();
    if (previous !== null) await adapter.destroy(previous);
    await adapter.upsert(id, payload, expiresIn);
  },
  // oidc-provider destroys the previous id before the upsert, whose check still needs that session.
  destroy: async id => (id === findPreviousId() ? undefined : adapter.destroy(id)),
});

/** Returns the session's id before this request rotated it; null without a rotation. */
const findPreviousId = (): string | null => {
  const session = Provider.ctx?.oidc.session;
  return session !== undefined && 'oldId' in session && typeof session.oldId === 'string' ? session.oldId : null;
};

/** Completes a sign-in only if the person's access was not revoked since the password check. */
export const interactionAdapter = (adapter: Adapter, revocationCheck: RevocationCheck): Adapter => ({
  ...adapter,
  async destroy(id) {
    const login = Provider.ctx?.oidc.entities.Interaction?.result?.login;
    await (login === undefined ? adapter.destroy(id) : revocationCheck.consumeInteraction(login.accountId, id));
  },
});
