/** The cookies' names, and whether they are Secure. Both depend on the public URL. */
export type CookiePolicy = {
  secure: boolean;
  session: string;
  /** A prefix, followed by eight hex digits of the state's digest. */
  transaction: string;
  unfinishedSignOut: string;
};

/**
 * Derives the cookie policy from the public URL. On https, the prefix `__Host-Http-` makes browsers reject cookies that
 * are not Secure, HttpOnly, host-only and set over HTTP (draft-ietf-httpbis-layered-cookies). On http, the name contains
 * the port, because cookies are shared by all ports: two desks on one machine do not sign each other out.
 */
export function createCookiePolicy(publicUrl: string): CookiePolicy {
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

/** Parses a Cookie header (RFC 6265, 5.4). Of two cookies with one name, the first is used: its path is longer. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    if (equals > 0 && !cookies.has(name)) cookies.set(name, pair.slice(equals + 1).trim());
  }
  return cookies;
}
