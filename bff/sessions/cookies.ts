/** The cookies' names and whether they are Secure: a policy of the public address, not of the single request. */
export type CookiePolicy = {
  secure: boolean;
  session: string;
  /** Followed by eight hex digits of the state's digest. */
  transaction: string;
  unfinishedSignOut: string;
};

/**
 * On https the prefix `__Host-Http-` has the browser refuse any cookie of that name that is not Secure, HttpOnly,
 * host-only and set over HTTP (RFC 6265bis). On loopback, where cookies are shared by all ports, the port is in the
 * name: two desks on one machine do not sign each other out.
 */
export function cookiePolicy(publicUrl: string): CookiePolicy {
  const { protocol, port } = new URL(publicUrl);
  const secure = protocol === 'https:';
  const base = secure ? '__Host-Http-stardesk' : `stardesk-${port || '80'}`;
  return {
    secure,
    session: `${base}.session`,
    transaction: `${base}.tx.`,
    unfinishedSignOut: `${base}.unfinished-sign-out`,
  };
}

/** The cookies of a Cookie header (RFC 6265, 5.4); of two with one name the first, as the more specific, counts. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    if (equals > 0 && !cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim());
  }
  return cookies;
}
