import type { Provider } from 'oidc-provider';
import { internalsOf } from '../provider-internals.ts';

/**
 * Lets clients that were registered for it use the implicit grant: a lone `token`, which the library's configuration
 * refuses. RFC 9700 2.1.2 advises against it; no other client can.
 */
export const allowImplicit = (provider: Provider): void => {
  const { configuration } = internalsOf(provider);
  configuration.responseTypes.push('token');
  configuration.grantTypes.add('implicit');
  allowLoopback(provider);
  provider.on('authorization.success', (_ctx, answer) => {
    if (typeof answer?.['token_type'] === 'string') answer['token_type'] = answer['token_type'].toLowerCase();
  });
};

/** A page of this computer, over http, may be such a client's: the library wants https and no localhost. */
const allowLoopback = ({ Client }: Provider): void => {
  const { prototype } = (Client as unknown as { Schema: { prototype: Schema } }).Schema;
  const invalidate = prototype.invalidate;
  prototype.invalidate = function invalidateUnlessImplicit(message, code) {
    if (code?.startsWith('implicit-')) return;
    invalidate.call(this, message, code);
  };
};

type Schema = { invalidate(message: string, code?: string): void };
