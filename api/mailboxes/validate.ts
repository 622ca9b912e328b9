import {
  type ConnectionDraft,
  connectionFields,
  type InboundDraft,
  type MailboxDraft,
  maxMailboxes,
  type OutboundDraft,
} from '#contract';
import type { FieldError } from '#contract/errors';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { fieldError, requireNoErrors } from '../http/errors.ts';
import { validateWith } from '../http/validation.ts';
import {
  addressKeys,
  type ConnectionDirection,
  type ConnectionRow,
  connectionDraft,
  type MailboxRow,
  mailboxDraft,
} from './representation.ts';
import type { MailboxStore } from './store.ts';

/** Returns an error for each address that a mailbox other than `id` has. */
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

/** Checks a whole draft in the transaction that stores it. `before` is null for a new mailbox. @throws ApiError */
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
 * Checks a merged connection in the transaction that stores it. The password of a server is never sent to a new host: a
 * client with a stolen token could otherwise send it to any host.
 * @returns the draft with its defaults
 * @throws ApiError
 */
export const requireValidConnection = (row: ConnectionRow, draft: ConnectionDraft): ConnectionDraft => {
  const stored = connectionDraft(row);
  const inbound = validateWith(connectionFields.inbound, draft.inbound);
  const outbound = validateWith(connectionFields.outbound, draft.outbound);
  requireNoErrors([...prefixErrors('inbound', inbound.errors), ...prefixErrors('outbound', outbound.errors)]);
  const lacksOutbound = outbound.value === null && mailboxDraft(row).transport === 'smtp';
  requireNoErrors([
    ...prefixErrors('inbound', [
      ...checkServer(inbound.value, { stored: stored.inbound, hasPassword: row.passwordSet.inbound }),
      ...checkMove(inbound.value),
    ]),
    ...prefixErrors(
      'outbound',
      checkServer(outbound.value, { stored: stored.outbound, hasPassword: row.passwordSet.outbound }),
    ),
    ...(lacksOutbound ? [fieldError('outbound', 'required', 'is required while the transport is smtp')] : []),
  ]);
  return { ...draft, inbound: inbound.value, outbound: outbound.value };
};

const prefixErrors = (direction: ConnectionDirection, errors: readonly FieldError[]): FieldError[] =>
  errors.map(error => ({ ...error, field: `${direction}.${error.field}` }));

type StoredServer = { stored: { host: string } | null; hasPassword: boolean };

const checkServer = (server: InboundDraft | OutboundDraft | null, { stored, hasPassword }: StoredServer) => {
  if (server === null) return [];
  const { authentication, password, user } = server;
  const reusesPassword = authentication === 'password' && hasPassword && password === undefined && user !== null;
  return [
    ...(server.security === 'none' && !isLoopback(server.host)
      ? [fieldError('security', 'not_allowed', 'can be none only for a server on this machine')]
      : []),
    ...(typeof server.password === 'string' && server.user === null
      ? [fieldError('user', 'required', 'is required with a password')]
      : []),
    ...(reusesPassword && stored !== null && stored.host !== server.host
      ? [fieldError('password', 'required', 'is required again for another host')]
      : []),
  ];
};

const checkMove = (inbound: InboundDraft | null): FieldError[] => {
  if (inbound?.after_import !== 'move') return [];
  if (inbound.move_to === null) return [fieldError('move_to', 'required', 'is required to move imported mail')];
  if (inbound.move_to !== inbound.folder) return [];
  return [fieldError('move_to', 'not_allowed', 'must differ from the folder of new mail')];
};

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
