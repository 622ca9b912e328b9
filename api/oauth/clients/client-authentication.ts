/** Detects two methods of client authentication in one request, which RFC 6749 2.3 forbids. */
export const hasTwoAuthMethods = (authorization: string | undefined, secret: unknown): boolean =>
  authorization !== undefined && secret !== undefined;

/**
 * Detects missing or malformed client credentials. oidc-provider responds with `invalid_request`; RFC 6749 5.2 requires
 * `invalid_client`.
 */
export const isAuthMissingOrMalformed = (authorization: string | undefined, clientId: unknown): boolean =>
  authorization === undefined ? clientId === undefined : !isWellFormed(authorization);

/**
 * Returns the client id of `Basic` credentials with an empty secret; null otherwise. Some libraries send these for
 * public clients, and an empty secret may be omitted (RFC 6749 2.3.1).
 */
export const findIdWithEmptySecret = (authorization: string | undefined): string | null => {
  const { id, secret } = parseBasic(authorization ?? '');
  return secret === '' ? decodeForm(id) : null;
};

const isWellFormed = (authorization: string): boolean => {
  const { id, secret } = parseBasic(authorization);
  return decodeForm(id) !== null && decodeForm(secret ?? '') !== null;
};

/**
 * Splits `Basic` credentials into form-encoded id and secret (RFC 6749 2.3.1, RFC 7617 2). Without `Basic` credentials,
 * the id is empty. Without a colon, the secret is null.
 */
const parseBasic = (authorization: string): { id: string; secret: string | null } => {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id, secret: secret.length === 0 ? null : secret.join(':') };
};

/** Decodes form-encoded text; null if it is empty, malformed or not printable ASCII. */
const decodeForm = (text: string): string | null => {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', '%20'));
    return /^[\x20-\x7e]+$/.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
};
