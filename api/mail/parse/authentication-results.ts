import type { AuthenticationResults } from './parsed-mail.ts';
import { stripComments } from './strip-comments.ts';

/** Servers write much less. A header may have a result for each of many signatures. */
const maxLength = 65_536;

/**
 * Parses Authentication-Results headers (RFC 8601 2.2), without their comments and quoted strings. `server` is empty if
 * the header names none.
 */
export const parseAuthenticationResults = (headers: readonly string[]): AuthenticationResults[] =>
  headers.map(header => {
    // Comments and quoted strings may contain text of the sender.
    const text = stripComments(header.slice(0, maxLength), { quoted: true }).trim();
    const [first = ''] = text.split(/[\s;]/, 1);
    // Exchange Online begins the header with a result, without the name of a server.
    return { server: first.includes('=') ? '' : first.toLowerCase(), text };
  });

/**
 * Returns the trusted server's DMARC result; null unless it is pass or fail. Only the server's topmost header counts:
 * the sender may have written the headers below.
 */
export const readDmarc = (
  headers: readonly AuthenticationResults[],
  trustedServer: string | null,
): 'pass' | 'fail' | null => {
  if (trustedServer === null) return null;
  const trusted = headers.find(({ server }) => server === trustedServer.toLowerCase());
  const result = trusted?.text.match(/;\s*dmarc\s*=\s*(\w+)/i)?.[1]?.toLowerCase();
  return result === 'pass' || result === 'fail' ? result : null;
};
