/**
 * Returns the path of a URL without secrets, for the log. A query can contain search terms, or an OAuth code and state.
 * The id of a sign-in step equals the browser's cookie, and the id of a customer is an email address. The path of a
 * hook contains its key, and the path of a link in a mail contains its token.
 */
export const toLoggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(
    /(\/oauth\/(?:authorize|consent|sign-in|one-time|unsubscribe)\/|\/customers\/|\/hooks\/).+/,
    '$1…',
  );
