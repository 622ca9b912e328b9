/**
 * Creates a function that returns the Idempotency-Key of a body. The key stays the same until the body changes, so that
 * a retry creates no duplicate. A different body gets a new key, because the API would reject the old key.
 */
export const createIdempotencyKeys = (): ((body: object) => string) => {
  let attempt = { body: '', key: '' };
  return body => {
    const text = JSON.stringify(body);
    if (attempt.body !== text) attempt = { body: text, key: crypto.randomUUID() };
    return attempt.key;
  };
};
