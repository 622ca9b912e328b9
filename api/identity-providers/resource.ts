import type { IdentityProviderDraft } from '#contract';
import type { FieldError } from '#contract/errors';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import { fieldError, requireNoErrors } from '../http/errors.ts';
import type { Resource } from '../http/route.ts';
import { type IdentityProviderRow, identityProviderDraft, toIdentityProvider } from './representation.ts';
import type { IdentityProviderStore } from './store.ts';

export type IdentityProviderDependencies = { identityProviders: IdentityProviderStore; apiPublicUrl: string };

/** Describes identity providers to the request pipeline. */
export const identityProviderResource = ({
  identityProviders,
  apiPublicUrl,
}: IdentityProviderDependencies): Resource<IdentityProviderRow, IdentityProviderDraft> => ({
  name: 'identity_provider',
  parameter: 'identity_provider_id',
  find: (queries, { identity_provider_id = '' }) => identityProviders.find(queries, identity_provider_id),
  isDeleted: (queries, { identity_provider_id = '' }) =>
    isMarkedDeleted(queries, 'identity_provider', identity_provider_id),
  toDraft: identityProviderDraft,
  toRepresentation: toIdentityProvider(apiPublicUrl),
  removeSecrets: withoutSecret,
  validateReferences: (queries, { issuer }, { pathParameters }) =>
    checkIssuerUnique(identityProviders, queries, issuer, pathParameters['identity_provider_id']),
});

/** Removes the client secret from a draft; returns the same object if it has none. */
const withoutSecret = <Part extends object>(draft: Part): Part => {
  if (!('client_secret' in draft)) return draft;
  const { client_secret: _, ...rest } = draft;
  return rest as Part;
};

/**
 * Locks the issuers and checks a draft, in the transaction that stores it. The stored secret is never sent to a
 * different issuer or with a different `client_id`: an attacker with a stolen token could otherwise obtain it.
 * @throws ApiError 422
 */
export const requireValidProvider = async (
  identityProviders: IdentityProviderStore,
  writes: WriteTransaction,
  draft: IdentityProviderDraft,
  before: IdentityProviderRow | null,
): Promise<void> => {
  await identityProviders.lockIssuers(writes);
  const isIssuerOrClientChanged =
    before !== null && (before.issuer !== draft.issuer || before.client_id !== draft.client_id);
  requireNoErrors([
    ...(await checkIssuerUnique(identityProviders, writes, draft.issuer, before?.id)),
    ...(isIssuerOrClientChanged && before.client_secret_set === 1 && draft.client_secret === undefined
      ? [fieldError('client_secret', 'required', 'is required again for a different issuer or client')]
      : []),
  ]);
};

const checkIssuerUnique = async (
  identityProviders: IdentityProviderStore,
  queries: Queries,
  issuer: string | undefined,
  id: string | undefined,
): Promise<FieldError[]> =>
  issuer !== undefined && (await identityProviders.hasIssuer(queries, issuer, id))
    ? [fieldError('issuer', 'duplicate', 'is already used by another provider')]
    : [];
