import type { Message } from '#contract';
import { emailPattern, maxEmailLength } from '#contract/email-pattern';
import { type RecipientRole, recipientRoles } from '#contract/enums';
import { isRecord } from '../../storage/is-record.ts';

/** A person with an email address. The address may be invalid while it is typed. */
export type Address = Message['to'][number];

/** The recipients of a reply, by role. */
export type Recipients = Readonly<Record<RecipientRole, readonly Address[]>>;

export const noRecipients: Recipients = { to: [], cc: [], bcc: [] };

export const isEmailAddress = (email: string): boolean => email.length <= maxEmailLength && emailPattern.test(email);

export const listRecipients = (recipients: Recipients): Address[] => recipientRoles.flatMap(role => recipients[role]);

export const hasRecipients = (recipients: Recipients): boolean => listRecipients(recipients).length > 0;

export const isSameEmail = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Returns the first of each group of equal addresses, ignoring case. */
export const getDistinctAddresses = (addresses: readonly Address[]): Address[] =>
  addresses.filter(({ email }, index) => index === addresses.findIndex(each => isSameEmail(each.email, email)));

/**
 * Splits typed text into complete addresses and the rest. A comma, semicolon or line break completes an address, but
 * not in quotes or angle brackets: `"Laurent, Amélie" <amelie@example.com>`.
 */
export function splitTypedAddresses(text: string): { complete: Address[]; rest: string } {
  const pieces: string[] = [];
  let [start, isQuoted, isBracketed] = [0, false, false];
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '<' || character === '>')) isBracketed = character === '<';
    else if (!isQuoted && !isBracketed && /[,;\n]/.test(character)) {
      pieces.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return { complete: pieces.flatMap(parseOptionalAddress), rest: text.slice(start) };
}

/** Parses all addresses in a text. The last address needs no separator. */
export function parseAddresses(text: string): Address[] {
  const { complete, rest } = splitTypedAddresses(text);
  return [...complete, ...parseOptionalAddress(rest)];
}

/** Parses `amelie@example.com` or `Amélie <amelie@example.com>`. Returns an empty list for blank text. */
function parseOptionalAddress(text: string): Address[] {
  const trimmed = text.trim();
  const [, name = '', email = trimmed] = /^([^<]*)<([^<>]*)>$/.exec(trimmed) ?? [];
  return trimmed === '' ? [] : [{ name: name.trim().replace(/^"(.*)"$/, '$1'), email: email.trim() }];
}

/** Text in a recipient field that is not an address yet. */
export type TypedRecipient = { role: RecipientRole; text: string };

/** Adds the addresses in typed text. */
export const addTypedRecipient = (recipients: Recipients, typed: TypedRecipient | null): Recipients =>
  typed === null
    ? recipients
    : { ...recipients, [typed.role]: getDistinctAddresses([...recipients[typed.role], ...parseAddresses(typed.text)]) };

/** Adds later recipients to earlier ones. Null stands for recipients that the author has not changed. */
export const mergeRecipients = (earlier: Recipients | null, later: Recipients | null): Recipients | null =>
  earlier && later
    ? {
        to: getDistinctAddresses([...earlier.to, ...later.to]),
        cc: getDistinctAddresses([...earlier.cc, ...later.cc]),
        bcc: getDistinctAddresses([...earlier.bcc, ...later.bcc]),
      }
    : (earlier ?? later);

/** Parses stored recipients; null if they are invalid. */
export function parseRecipients(stored: unknown): Recipients | null {
  if (!isRecord(stored)) return null;
  const lists = recipientRoles.map(role => stored[role]);
  if (!lists.every(Array.isArray)) return null;
  const [to = [], cc = [], bcc = []] = lists.map(list => list.filter(isAddress));
  return { to, cc, bcc };
}

/** Parses the stored text of a recipient field; null if it is invalid. */
export function parseTypedRecipient(stored: unknown): TypedRecipient | null {
  if (!isRecord(stored) || typeof stored['text'] !== 'string') return null;
  const role = recipientRoles.find(each => each === stored['role']);
  return role ? { role, text: stored['text'] } : null;
}

const isAddress = (value: unknown): value is Address =>
  isRecord(value) && typeof value['name'] === 'string' && typeof value['email'] === 'string';
