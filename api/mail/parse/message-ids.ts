import { stripComments } from './strip-comments.ts';

/** The maximum number of ids. The last ids of References are those of the nearest mails. */
const maxIds = 100;

/** A line of a header has at most 998 characters (RFC 5322 2.1.1). Servers shorten longer ids. */
const usableId = /^[\x21-\x7e\u00a0-\uffff]{1,998}$/;

/**
 * Reads the ids of Message-ID, In-Reply-To or References, without brackets. Some programs separate them with commas,
 * put comments between them or fold a line inside them.
 */
export const parseMessageIds = (header: string): string[] => {
  const text = stripComments(header);
  const bracketed = text
    .split('<')
    .slice(1)
    .flatMap(part => (part.includes('>') ? [part.slice(0, part.indexOf('>')).replaceAll(/\s/g, '')] : []));
  const ids = bracketed.length > 0 ? bracketed : text.split(/[\s,<>]+/).filter(word => word.includes('@'));
  return [...new Set(ids)].filter(id => usableId.test(id)).slice(-maxIds);
};
