/** Both ways of client authentication in one request, which RFC 6749 2.3 forbids. */
export const offersTwice = (authorization: string | undefined, secret: unknown): boolean =>
  authorization !== undefined && secret !== undefined;

/**
 * Whether a request says nothing of its client, or says it in a form nobody can read: to the library that is a bad
 * request, to RFC 6749 5.2 a failed client authentication.
 */
export const isMissingOrMalformed = (authorization: string | undefined, clientId: unknown): boolean =>
  authorization === undefined ? clientId === undefined : !isReadable(authorization);

/** `Basic` and the base64 of two form-encoded parts around a colon (RFC 6749 2.3.1, RFC 7617 2). */
const isReadable = (authorization: string): boolean => {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return isFormEncoded(id) && isFormEncoded(secret.join(':'));
};

const isFormEncoded = (text: string): boolean => {
  try {
    return /^[\x20-\x7e]+$/.test(decodeURIComponent(text.replaceAll('+', '%20')));
  } catch {
    return false;
  }
};
