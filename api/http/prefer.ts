import type { Request } from 'express';

/** Matches a list element up to the next unquoted comma. An unclosed quote runs to the end. */
const element = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g;
const preference =
  /^\s*(?<name>[^\s=;"]+)(?:\s*=\s*(?!\s)(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<value>[^\s;"]*)))?\s*(?:;|$)/;

/**
 * Reads a preference from `Prefer` (RFC 7240 2). Returns its first value in lower case, or null without the preference.
 */
export const getPreference = (request: Request, name: string): string | null => {
  const elements = (request.get('Prefer') ?? '').match(element) ?? [];
  const preferences = elements.map(text => preference.exec(text)?.groups);
  const first = preferences.find(groups => groups?.['name']?.toLowerCase() === name);
  if (first === undefined) return null;
  return (first['quoted'] ?? first['value'] ?? '').toLowerCase();
};
