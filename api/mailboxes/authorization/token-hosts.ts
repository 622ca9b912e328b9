import type { ConnectionDraft } from '#contract';
import { describeProvider } from './providers.ts';
import type { AuthorizationRow } from './store.ts';

type Server = { host: string; authentication: string };

/**
 * Returns whether a changed connection would send the mailbox's token to a new host. Without this check, a client with
 * a stolen API token could send the mailbox's token to any host. The mail hosts of the mailbox's provider do not count
 * as new. A similar rule protects passwords.
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
