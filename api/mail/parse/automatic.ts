/** Looks up the values of a header by its name in lower case. */
export type HeaderValues = (name: string) => readonly string[];

/**
 * Detects mail from a program: out-of-office replies, bounces, newsletters. X-Auto-Response-Suppress does not count,
 * because ordinary mail from Exchange carries it.
 */
export const isAutomatic = (values: HeaderValues, contentType: string): boolean =>
  values('auto-submitted').some(value => !/^no\b/i.test(value.trim())) ||
  values('precedence').some(value => /^(bulk|junk|list|auto_reply)$/i.test(value.trim())) ||
  ['x-autoreply', 'x-autorespond', 'list-id'].some(name => values(name).length > 0) ||
  values('return-path').some(value => /^<\s*>$/.test(value.trim())) ||
  contentType === 'multipart/report';
