import type { Request } from 'express';

/** An element of the list: no comma that is not quoted. A quote that is never closed holds the rest. */
const element = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g;
const preference =
  /^\s*(?<name>[^\s=;"]+)(?:\s*=\s*(?!\s)(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<value>[^\s;"]*)))?\s*(?:;|$)/;

/**
 * What the caller prefers, as `Prefer` says it (RFC 7240 2): the value of the first preference of that name, in lower case;
 * null without one. Those we do not know are ignored.
 */
export const preferenceOf = (request: Request, name: string): string | null => {
  const elements = (request.get('Prefer') ?? '').match(element) ?? [];
  const stated = elements.map(text => preference.exec(text)?.groups);
  const first = stated.find(groups => groups?.['name']?.toLowerCase() === name);
  if (first === undefined) return null;
  return (first['quoted'] ?? first['value'] ?? '').toLowerCase();
};
