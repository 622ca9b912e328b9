import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import instance from 'oidc-provider/lib/helpers/weak_cache.js';

/** What the token endpoint does for one grant type; the answer goes to `ctx.body`. */
export type GrantHandler = (ctx: KoaContextWithOIDC) => Promise<void>;

/**
 * The parts of oidc-provider that are not its public interface. They are why its version is pinned exactly: each has a
 * test that fails when an upgrade moves it.
 */
export type ProviderInternals = {
  configuration: { responseTypes: string[]; grantTypes: Set<string> };
  grantTypeHandlers: Map<string, GrantHandler>;
  responseModes: Map<string, unknown>;
};

/** Throws when this version of the library keeps them elsewhere. */
export const internalsOf = (provider: Provider): ProviderInternals => {
  const found: Partial<ProviderInternals> | undefined = instance(provider);
  const { configuration, grantTypeHandlers, responseModes } = found ?? {};
  if (!configuration || !grantTypeHandlers || !responseModes) {
    throw new Error('This version of oidc-provider is not the one this was written for.');
  }
  return { configuration, grantTypeHandlers, responseModes };
};
