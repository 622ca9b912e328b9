import type { Client, ClientDraft, NewClientDraft } from '#contract';
import type { ClientKind } from '#contract/enums';
import { isoTime } from '../../database/column-encoding.ts';
import type { Lifetimes } from './client-policy.ts';
import type { ClientChange } from './clients.ts';
import type { Registration } from './registration.ts';
import { type ClientRow, toClient } from './stored-client.ts';

/** Converts a stored client to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toClientRepresentation =
  (baseUrl: string) =>
  (row: ClientRow): Client => {
    const { id, version, old_secret_until: until } = row;
    return {
      id,
      url: `${baseUrl}/v1/clients/${encodeURIComponent(id)}`,
      client_id: id,
      kind: getClientKind(row),
      ...toClientDraft(row),
      built_in: toClient(row).isBuiltIn,
      old_secret_ends_at: until === null ? null : isoTime(until),
      version,
      created_at: isoTime(row.created_at),
      updated_at: isoTime(row.updated_at),
    };
  };

/** Returns the kind of a client; the web app is confidential. */
export const getClientKind = (row: ClientRow): ClientKind => {
  const { kind } = toClient(row);
  return kind === 'first-party' ? 'confidential' : kind;
};

/** Picks the writable fields of a stored client. */
export const toClientDraft = (row: ClientRow): ClientDraft => {
  const { name, redirectUris, postLogoutRedirectUris, scopes, rateLimit, lifetimes } = toClient(row);
  return {
    name,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutRedirectUris,
    scopes,
    rate_limit: rateLimit,
    lifetimes: toLifetimeFields(lifetimes),
  };
};

/** Converts lifetimes to the members of a representation. */
export const toLifetimeFields = (lifetimes: Lifetimes): ClientDraft['lifetimes'] => ({
  access_token_seconds: lifetimes.accessTokenSeconds,
  refresh_idle_seconds: lifetimes.refreshIdleSeconds,
  refresh_end_seconds: lifetimes.refreshAbsoluteSeconds,
  refresh_grace_seconds: lifetimes.refreshGraceSeconds,
});

/** Converts the draft of a new client to its registration. */
export const toRegistration = ({ kind, lifetimes, ...draft }: NewClientDraft): Registration => ({
  ...toRegistrationFields(draft),
  kind,
  lifetimes: toLifetimes(lifetimes),
});

/** Converts a valid draft to a change. Omits members that are fixed for a built-in or implicit client. */
export const toClientChange = (row: ClientRow, { lifetimes, ...draft }: ClientDraft): ClientChange => {
  const { kind, isBuiltIn } = toClient(row);
  if (isBuiltIn) return { rateLimit: draft.rate_limit };
  const { access_token_seconds } = lifetimes;
  return {
    ...toRegistrationFields(draft),
    lifetimes: toLifetimes(kind === 'implicit' ? { access_token_seconds } : lifetimes),
  };
};

const toRegistrationFields = (draft: Omit<ClientDraft, 'lifetimes'>) => ({
  name: draft.name,
  redirectUris: draft.redirect_uris,
  postLogoutRedirectUris: draft.post_logout_redirect_uris,
  scopes: draft.scopes,
  rateLimit: draft.rate_limit,
});

const toLifetimes = ({
  access_token_seconds: access,
  refresh_idle_seconds: idle,
  refresh_end_seconds: end,
  refresh_grace_seconds: grace,
}: NewClientDraft['lifetimes']): Partial<Lifetimes> => ({
  ...(access !== undefined && { accessTokenSeconds: access }),
  ...(idle !== undefined && { refreshIdleSeconds: idle }),
  ...(end !== undefined && { refreshAbsoluteSeconds: end }),
  ...(grace !== undefined && { refreshGraceSeconds: grace }),
});
