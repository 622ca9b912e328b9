import { isDeepStrictEqual } from 'node:util';
import type { ClientDelta, ClientDraft, NewClientDraft } from '#contract';
import type { ClientKind } from '#contract/enums';
import type { FieldError } from '#contract/errors';
import { isMarkedDeleted } from '../../database/tombstones.ts';
import { fieldError, methodNotAllowedError, requireNoErrors } from '../../http/errors.ts';
import type { Resource } from '../../http/route.ts';
import { toScopes } from '../scopes.ts';
import { defaultLifetimes } from './client-policy.ts';
import { getClientKind, toClientDraft, toClientRepresentation, toLifetimeFields } from './client-representation.ts';
import { type ClientRow, findClientRow, toClient } from './stored-client.ts';

type ClientResource = Resource<ClientRow, ClientDraft>;

/** Describes clients to the request pipeline. */
export const clientResource = (baseUrl: string): ClientResource => ({
  name: 'client',
  parameter: 'client_id',
  // OAUTH_CLIENT_ID may contain any of these characters (RFC 6749 appendix A.1).
  isWellFormed: id => /^[\x20-\x7e]{1,255}$/.test(id),
  find: (queries, { client_id: clientId = '' }) => findClientRow(queries, { clientId }),
  isDeleted: (queries, { client_id = '' }) => isMarkedDeleted(queries, 'client', client_id),
  toDraft: toClientDraft,
  toRepresentation: toClientRepresentation(baseUrl),
  prepare: async draft => normalize(draft),
  async addDefaults(_writes, row, draft) {
    requireNoErrors(findChangeErrors(row, draft));
    return draft;
  },
});

/** Describes clients that are being registered. */
export const newClientResource = ({
  addDefaults: _,
  ...resource
}: ClientResource): Resource<ClientRow, NewClientDraft> => ({
  ...resource,
  toDraft: row => ({ ...toClientDraft(row), kind: getClientKind(row) }),
  prepare: async draft => normalize(draft),
  validateReferences: async (_queries, { kind = 'confidential', lifetimes = {} }) =>
    findLifetimeErrors(kind, { ...toLifetimeFields(defaultLifetimes), ...lifetimes }, Object.keys(lifetimes)),
});

/** Describes clients that can be deleted: all except built-in clients. */
export const deletableClient = (resource: ClientResource): ClientResource =>
  withRule(resource, row => {
    if (toClient(row).isBuiltIn)
      throw methodNotAllowedError('A built-in client cannot be deleted.', 'GET, HEAD, PATCH, OPTIONS');
  });

/** Describes clients whose secret can be replaced. The secret of the web app comes from a file or a variable. */
export const confidentialClient = (resource: ClientResource): ClientResource =>
  withRule(resource, row => {
    const { isBuiltIn, kind } = toClient(row);
    if (isBuiltIn)
      throw methodNotAllowedError(
        'The secret of a built-in client cannot be replaced here. For the web app, use "desk clients web-app --rotate".',
        'OPTIONS',
      );
    if (kind !== 'confidential') throw methodNotAllowedError('Only a confidential client has a secret.', 'OPTIONS');
  });

const withRule = (resource: ClientResource, check: (row: ClientRow) => void): ClientResource => ({
  ...resource,
  async find(...args) {
    const row = await resource.find(...args);
    if (row !== null) check(row);
    return row;
  },
});

/** Merges a change into a client (RFC 7396). */
export const mergeClient = (stored: ClientDraft, { lifetimes, ...delta }: ClientDelta): ClientDraft => ({
  ...stored,
  ...delta,
  lifetimes: { ...stored.lifetimes, ...lifetimes },
});

/** Trims the name, removes duplicate URIs and scopes, and sorts the scopes: equal clients then have equal drafts. */
const normalize = <Part extends ClientDelta>(draft: Part): Part => ({
  ...draft,
  ...(draft.name !== undefined && { name: draft.name.trim() }),
  ...(draft.redirect_uris && { redirect_uris: [...new Set(draft.redirect_uris)] }),
  ...(draft.post_logout_redirect_uris && { post_logout_redirect_uris: [...new Set(draft.post_logout_redirect_uris)] }),
  ...(draft.scopes && { scopes: [...toScopes(draft.scopes.join(' '))] }),
});

const findChangeErrors = (row: ClientRow, draft: ClientDraft): FieldError[] => {
  const stored = toClientDraft(row);
  if (toClient(row).isBuiltIn)
    return listChanged(stored, draft)
      .filter(name => name !== 'rate_limit')
      .map(name => fieldError(name, 'not_allowed', 'cannot be changed, because the client is built in'));
  return findLifetimeErrors(getClientKind(row), draft.lifetimes, listChanged(stored.lifetimes, draft.lifetimes));
};

const listChanged = (before: object, after: object): string[] =>
  Object.entries(after)
    .filter(([name, value]) => !isDeepStrictEqual(value, Reflect.get(before, name)))
    .map(([name]) => name);

const findLifetimeErrors = (
  kind: ClientKind,
  lifetimes: ClientDraft['lifetimes'],
  changed: readonly string[],
): FieldError[] => {
  if (kind === 'implicit')
    return changed
      .filter(name => name !== 'access_token_seconds')
      .map(name =>
        fieldError(`lifetimes.${name}`, 'not_allowed', 'cannot be set: an implicit client gets no refresh tokens'),
      );
  const { access_token_seconds, refresh_idle_seconds, refresh_end_seconds } = lifetimes;
  const refreshSeconds = Math.min(refresh_idle_seconds, refresh_end_seconds ?? refresh_idle_seconds);
  if (access_token_seconds <= refreshSeconds) return [];
  const message = `is more than ${refreshSeconds}: a refresh token that expires earlier cannot renew the access token`;
  return [fieldError('lifetimes.access_token_seconds', 'out_of_range', message)];
};
