import type { Selectable } from 'kysely';
import { type IdentityProvider, type IdentityProviderDraft, roles } from '#contract';
import { autoCreateRoles } from '#contract/enums';
import { encodeEnum, isoTime } from '../database/column-encoding.ts';
import type { IdentityProviderTable } from '../database/schema.ts';

/** A stored provider. Its client secret is stored separately. */
export type IdentityProviderRow = Selectable<IdentityProviderTable>;

/** Returns the redirect URI to register at a provider; `baseUrl` is API_PUBLIC_URL. */
export const getUpstreamRedirectUri = (baseUrl: string, id: string): string =>
  `${baseUrl}/oauth/upstream/${id}/callback`;

/** Converts a stored provider to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toIdentityProvider =
  (baseUrl: string) =>
  (row: IdentityProviderRow): IdentityProvider => ({
    id: row.id,
    url: `${baseUrl}/v1/identity_providers/${row.id}`,
    ...identityProviderDraft(row),
    client_secret_set: row.client_secret_set === 1,
    redirect_uri: getUpstreamRedirectUri(baseUrl, row.id),
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Picks the writable fields of a stored provider, except the client secret. */
export const identityProviderDraft = (row: IdentityProviderRow) => ({
  name: row.name,
  issuer: row.issuer,
  client_id: row.client_id,
  domains: JSON.parse(row.domains) as string[],
  trust_unverified_email: row.trust_unverified_email === 1,
  auto_create: decodeAutoCreate(row.auto_create_role),
  trust_mfa: row.trust_mfa === 1,
  enabled: row.enabled === 1,
});

/** Converts the writable fields to their columns, except the client secret. */
export const identityProviderColumns = (draft: IdentityProviderDraft) => ({
  name: draft.name,
  issuer: draft.issuer,
  client_id: draft.client_id,
  domains: JSON.stringify(draft.domains),
  trust_unverified_email: Number(draft.trust_unverified_email),
  auto_create_role: draft.auto_create && encodeEnum(roles, draft.auto_create.role),
  trust_mfa: Number(draft.trust_mfa),
  enabled: Number(draft.enabled),
});

const decodeAutoCreate = (role: number | null): IdentityProviderDraft['auto_create'] => {
  const name = autoCreateRoles.find(each => each === roles[role ?? -1]);
  return name === undefined ? null : { role: name };
};
