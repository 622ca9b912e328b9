import type { Provider } from 'oidc-provider';
import { getProviderInternals } from '../provider-internals.ts';

/**
 * Enables the implicit grant for clients registered for it. RFC 9700 2.1.2 advises against this grant, and
 * oidc-provider's configuration does not accept the response type `token` alone.
 */
export const allowImplicit = (provider: Provider): void => {
  const { configuration } = getProviderInternals(provider);
  configuration.responseTypes.push('token');
  configuration.grantTypes.add('implicit');
  allowLoopback(provider);
  provider.on('authorization.success', (_ctx, response) => {
    if (typeof response?.['token_type'] === 'string') response['token_type'] = response['token_type'].toLowerCase();
  });
};

/** Allows http and localhost redirect URIs for implicit clients; by default, oidc-provider rejects them. */
const allowLoopback = ({ Client }: Provider): void => {
  const { prototype } = (Client as unknown as { Schema: { prototype: Schema } }).Schema;
  const invalidate = prototype.invalidate;
  prototype.invalidate = function invalidateUnlessImplicit(message, code) {
    if (code?.startsWith('implicit-')) return;
    invalidate.call(this, message, code);
  };
};

type Schema = { invalidate(message: string, code?: string): void };
