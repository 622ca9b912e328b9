import type { MailboxAuthorization } from '#contract';
import {
  type AuthorizationDraft,
  authorizationDefaults,
  deleteAuthorization,
  getAuthorization,
  replaceAuthorization,
} from '#contract/mailbox-authorizations';
import { recordAudit } from '../../database/audit-log.ts';
import { isoTime } from '../../database/column-encoding.ts';
import type { WriteTransaction } from '../../database/database.ts';
import { getActor } from '../../http/actor.ts';
import { fieldError, requireNoErrors } from '../../http/errors.ts';
import type { Resource, Route, WriteContext } from '../../http/route.ts';
import { deleteRoute } from '../../http/serve-delete.ts';
import { itemRoute } from '../../http/serve-item.ts';
import { replacePartRoute } from '../../http/serve-replace.ts';
import { getRedirectUri } from './sign-in.ts';
import type { AuthorizationRow, AuthorizationStore } from './store.ts';

type Dependencies = {
  mailbox: Pick<Resource<AuthorizationRow, AuthorizationDraft>, 'name' | 'parameter' | 'isDeleted'>;
  authorizations: AuthorizationStore;
  apiPublicUrl: string;
};

const noClient = { provider: null, ...authorizationDefaults };

/** Creates the routes of a mailbox's authorization, which exists until the mailbox is deleted. */
export const authorizationRoutes = ({ mailbox, authorizations, apiPublicUrl }: Dependencies): Route[] => {
  const resource: Resource<AuthorizationRow, AuthorizationDraft> = {
    ...mailbox,
    find: (queries, { mailbox_id = '' }) => authorizations.find(queries, mailbox_id),
    toDraft: ({ client }) => client ?? noClient,
    toRepresentation: toAuthorization(apiPublicUrl),
    removeSecrets: withoutSecret,
  };
  const update = async (
    writes: WriteTransaction,
    row: AuthorizationRow,
    draft: AuthorizationDraft,
    context: WriteContext,
  ) => {
    const updated = await authorizations.update(writes, row, draft, context.now);
    const fields = { before: row.client ?? noClient, after: draft };
    const entry = { action: 'mailbox.authorization_changed', targetId: row.mailbox.id, ...fields } as const;
    await recordAudit(writes, getActor(context), entry);
    return updated;
  };
  return [
    itemRoute(getAuthorization, resource),
    replacePartRoute(replaceAuthorization, resource, (writes, row, draft, context) => {
      requireValidAuthorization(row, draft);
      return update(writes, row, draft, context);
    }),
    deleteRoute(deleteAuthorization, resource, async (writes, row, context) => {
      if (row.client !== null) await update(writes, row, noClient, context);
    }),
  ];
};

const toAuthorization =
  (apiPublicUrl: string) =>
  ({ mailbox: { id }, ...row }: AuthorizationRow): MailboxAuthorization => ({
    id,
    url: `${apiPublicUrl}/v1/mailboxes/${id}/authorization`,
    ...(row.client ?? noClient),
    client_secret_set: row.client_secret_set,
    redirect_uri: getRedirectUri(apiPublicUrl),
    authorize_url: row.client === null ? null : `${apiPublicUrl}/oauth/mailboxes/${id}`,
    state: row.state,
    since: isoTime(row.since),
    error: row.error,
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Removes the client secret from a draft; returns the same object if it has none. */
const withoutSecret = <Part extends object>(draft: Part): Part => {
  if (!('client_secret' in draft)) return draft;
  const { client_secret: _, ...rest } = draft;
  return rest as Part;
};

const customMembers = ['authorization_endpoint', 'token_endpoint', 'scope'] as const;

/**
 * Checks a draft in the transaction that stores it. The stored secret is never sent to another provider, nor with
 * another client id.
 * @throws ApiError
 */
const requireValidAuthorization = (row: AuthorizationRow, draft: AuthorizationDraft): void => {
  const { provider, client_secret: secret } = draft;
  const check = (field: keyof AuthorizationDraft, isRequired: boolean, isAllowed: boolean) => {
    if (isRequired && draft[field] === null) return [fieldError(field, 'required', 'is required for this provider')];
    return isAllowed || draft[field] == null
      ? []
      : [fieldError(field, 'not_allowed', 'must be null for this provider')];
  };
  const stored = row.client;
  const isOther =
    stored !== null &&
    (['provider', 'client_id', 'tenant', 'token_endpoint'] as const).some(member => stored[member] !== draft[member]);
  requireNoErrors([
    ...check('client_id', provider !== null, provider !== null),
    ...check('client_secret', false, provider !== null),
    ...check('tenant', false, provider === 'microsoft'),
    ...customMembers.flatMap(member => check(member, provider === 'custom', provider === 'custom')),
    ...(isOther && provider !== null && row.client_secret_set && secret === undefined
      ? [fieldError('client_secret', 'required', 'is required again for another provider or client')]
      : []),
  ]);
};
