import type { ConnectionDraft } from '#contract';
import { describeProvider } from './providers.ts';
import type { AuthorizationRow } from './store.ts';

type Server = { host: string; authentication: string };

/**
 * Returns whether a connection would send the token of a mailbox to another host than before, except for the known
 * hosts of its provider. Like a password, a token follows no other change of the host: a client with a stolen API
 * token could otherwise send it to any host.
 */
export const sendsTokenElsewhere = (
  { client, state, sign_in_digest: startedSignIn }: AuthorizationRow,
  before: ConnectionDraft,
  after: ConnectionDraft,
): boolean => {
  if (client === null || (state !== 'authorized' && startedSignIn === null)) return false;
  const { mailHosts } = describeProvider(client);
  const isOther = (stored: Server | null, server: Server | null): boolean =>
    server?.authentication === 'oauth' &&
    !mailHosts.includes(server.host.toLowerCase()) &&
    (stored?.authentication !== 'oauth' || stored.host !== server.host);
  return isOther(before.inbound, after.inbound) || isOther(before.outbound, after.outbound);
};
