import { isIP } from 'node:net';
import type { Site } from '../pages/site.ts';

/** The identity under which browsers store passkeys for this server (WebAuthn, 4). */
export type RelyingParty = { id: string; origin: string };

/** Returns the identity. Null if the host is an IP address, for which browsers store no passkeys. */
export const getRelyingParty = ({ apiPublicUrl }: Pick<Site, 'apiPublicUrl'>): RelyingParty | null => {
  const { hostname, origin } = new URL(apiPublicUrl);
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0 ? { id: hostname, origin } : null;
};
