import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import instance from 'oidc-provider/lib/helpers/weak_cache.js';

/** Handles one grant type at the token endpoint; writes the response to `ctx.body`. */
export type GrantHandler = (ctx: KoaContextWithOIDC) => Promise<void>;

/**
 * The internals of oidc-provider that the server uses. They can change in any version, so oidc-provider is pinned to an
 * exact version; each internal has a test that fails if an upgrade changes it.
 */
export type ProviderInternals = {
  configuration: { responseTypes: string[]; grantTypes: Set<string> };
  grantTypeHandlers: Map<string, GrantHandler>;
  responseModes: Map<string, unknown>;
};

/** Returns oidc-provider's internals. Throws if this version lacks any of them. */
export const getProviderInternals = (provider: Provider): ProviderInternals => {
  const found: Partial<ProviderInternals> | undefined = instance(provider);
  const { configuration, grantTypeHandlers, responseModes } = found ?? {};
  if (!configuration || !grantTypeHandlers || !responseModes) {
    throw new Error('This version of oidc-provider is not supported: its internals have changed.');
  }
  return { configuration, grantTypeHandlers, responseModes };
};
