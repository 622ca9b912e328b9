/** Both ways of client authentication in one request, which RFC 6749 2.3 forbids. */
export const offersTwice = (authorization: string | undefined, secret: unknown): boolean =>
  authorization !== undefined && secret !== undefined;

/**
 * Whether a request says nothing of its client, or says it in a form nobody can read: to the library that is a bad
 * request, to RFC 6749 5.2 a failed client authentication.
 */
export const isMissingOrMalformed = (authorization: string | undefined, clientId: unknown): boolean =>
  authorization === undefined ? clientId === undefined : !isReadable(authorization);

/**
 * The client that names itself by `Basic` with an empty secret; null when it does not. Public clients of some libraries do,
 * and an empty secret is one that may be left out (RFC 6749 2.3.1).
 */
export const idWithoutSecret = (authorization: string | undefined): string | null => {
  const { id, secret } = partsOf(authorization ?? '');
  return secret === '' ? formDecoded(id) : null;
};

const isReadable = (authorization: string): boolean => {
  const { id, secret } = partsOf(authorization);
  return formDecoded(id) !== null && formDecoded(secret ?? '') !== null;
};

/** `Basic` and the base64 of two form-encoded parts around a colon (RFC 6749 2.3.1, RFC 7617 2). */
const partsOf = (authorization: string): { id: string; secret: string | null } => {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id, secret: secret.length === 0 ? null : secret.join(':') };
};

/** Null for what is empty, or was never encoded. */
const formDecoded = (text: string): string | null => {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', '%20'));
    return /^[\x20-\x7e]+$/.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
};
