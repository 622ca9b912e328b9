import type { IncomingHttpHeaders } from 'node:http';

/** Policy headers of a response; they override the app's headers of the same name. */
type Policies = Readonly<Record<string, string>>;

const shared: Policies = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-cache',
};

/**
 * The policies of a file. The browser may display the file, but loads nothing that it refers to, and runs no script.
 */
export const filePolicies: Policies = { ...shared, 'Content-Security-Policy': "sandbox; default-src 'none'" };

/**
 * The policies of a mail's HTML in a frame of the app. Its links open new windows; inline pictures are `data:` URLs.
 */
export const createMailPolicies = (showsRemotePictures: boolean): Policies => ({
  ...shared,
  'Content-Security-Policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data:${showsRemotePictures ? ' https:' : ''}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
});

const selectHeaders =
  (names: readonly string[]) =>
  (headers: IncomingHttpHeaders): Record<string, string> =>
    Object.fromEntries(names.filter(name => headers[name] !== undefined).map(name => [name, String(headers[name])]));

/** Selects the headers that the API needs for conditional requests and ranges. */
export const selectRequestHeaders = selectHeaders(['if-none-match', 'if-range', 'range']);

/** Selects the headers of the API that describe the bytes. */
export const selectResponseHeaders = selectHeaders([
  ...['accept-ranges', 'content-disposition', 'content-length', 'content-range', 'content-type', 'etag'],
]);

/** Pictures that cannot contain code. */
const inlineTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Returns the disposition of a file. Everything except these pictures is a download, whatever the API returns. */
export const toDisposition = (headers: Record<string, string>, isDownload: boolean): string => {
  const disposition = headers['content-disposition'] ?? 'attachment';
  const isInline = !isDownload && inlineTypes.has(headers['content-type'] ?? '');
  return isInline ? disposition : disposition.replace(/^\s*[\w-]*/, 'attachment');
};
