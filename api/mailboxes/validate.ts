import { type ConnectionDraft, connectionFields, type MailboxDraft, maxMailboxes } from '#contract';
import type { FieldError } from '#contract/errors';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { fieldError, requireNoErrors, validationError } from '../http/errors.ts';
import { validateWith } from '../http/validation.ts';
import { addressKeys, type ConnectionRow, connectionDraft, type MailboxRow, mailboxDraft } from './representation.ts';
import type { MailboxStore } from './store.ts';

/** Finds addresses of a draft that another mailbox than `id` has. */
export const findUsedAddresses = async (
  mailboxes: MailboxStore,
  queries: Queries,
  { address, aliases }: Partial<MailboxDraft>,
  id?: string,
): Promise<FieldError[]> => {
  const others = (await mailboxes.findAll(queries)).filter(row => row.id !== id);
  const used = new Set(others.flatMap(row => addressKeys(mailboxDraft(row))));
  const check = (field: string, value: string | undefined) =>
    value !== undefined && used.has(value.toLowerCase())
      ? [fieldError(field, 'duplicate', 'is already used by another mailbox')]
      : [];
  return [
    ...check('address', address),
    ...(aliases ?? []).flatMap((alias, index) => check(`aliases[${index}]`, alias)),
  ];
};

/** Checks a whole draft in the transaction that stores it; `before` is null for a new mailbox. @throws ApiError */
export const requireValidMailbox = async (
  mailboxes: MailboxStore,
  writes: WriteTransaction,
  draft: MailboxDraft,
  before: MailboxRow | null,
): Promise<void> => {
  await mailboxes.lockAddresses(writes);
  const isFull = before === null && (await mailboxes.findAll(writes)).length >= maxMailboxes;
  const repeatsAddress = new Set(addressKeys(draft)).size <= draft.aliases.length;
  requireNoErrors([
    ...(isFull
      ? [fieldError('address', 'out_of_range', `exceeds the limit: a desk can have at most ${maxMailboxes} mailboxes`)]
      : []),
    ...(await findUsedAddresses(mailboxes, writes, draft, before?.id)),
    ...(repeatsAddress ? [fieldError('aliases', 'duplicate', 'contains the address')] : []),
    ...(draft.transport === 'smtp' && (before?.outbound ?? null) === null
      ? [fieldError('transport', 'not_allowed', 'can be smtp only after the connection names a server')]
      : []),
  ]);
};

/**
 * Checks a merged connection in the transaction that stores it. A new server never gets the password of another one: a
 * stolen token could otherwise send it anywhere.
 * @returns the draft with its defaults
 * @throws ApiError
 */
export const requireValidConnection = (row: ConnectionRow, draft: ConnectionDraft): ConnectionDraft => {
  const { value: outbound, errors } = validateWith(connectionFields.outbound, draft.outbound);
  requireNoErrors(errors.map(error => ({ ...error, field: `outbound.${error.field}` })));
  if (outbound === null) {
    if (mailboxDraft(row).transport !== 'smtp') return draft;
    throw validationError([fieldError('outbound', 'required', 'is required while the transport is smtp')]);
  }
  const stored = connectionDraft(row).outbound;
  const reusesPassword = row.password_set && outbound.password === undefined && outbound.user !== null;
  requireNoErrors([
    ...(outbound.security === 'none' && !isLoopback(outbound.host)
      ? [fieldError('outbound.security', 'not_allowed', 'can be none only for a server on this machine')]
      : []),
    ...(typeof outbound.password === 'string' && outbound.user === null
      ? [fieldError('outbound.user', 'required', 'is required with a password')]
      : []),
    ...(reusesPassword && stored !== null && stored.host !== outbound.host
      ? [fieldError('outbound.password', 'required', 'is required again for another host')]
      : []),
  ]);
  return { ...draft, outbound };
};

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
