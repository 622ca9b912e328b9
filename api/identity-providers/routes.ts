import {
  checkIdentityProvider,
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  type IdentityProviderCheck,
  type IdentityProviderDraft,
  listIdentityProviders,
  replaceIdentityProvider,
  updateIdentityProvider,
} from '#contract';
import type { WriteTransaction } from '../database/database.ts';
import { getActor } from '../http/actor.ts';
import type { PathParameters, Route, WriteContext } from '../http/route.ts';
import { checkRoute } from '../http/serve-check.ts';
import { createRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { updateRoute } from '../http/serve-update.ts';
import { identityProviderList } from './list.ts';
import { getUpstreamRedirectUri, type IdentityProviderRow } from './representation.ts';
import { type IdentityProviderDependencies, identityProviderResource, requireValidProvider } from './resource.ts';

/** Loads the configuration of an issuer, and returns the result of the check. */
type Discover = (issuer: string) => Promise<Pick<IdentityProviderCheck, 'state' | 'response' | 'advice'>>;

export const identityProviderRoutes = (
  dependencies: IdentityProviderDependencies & { discover: Discover },
): Route[] => {
  const { identityProviders, apiPublicUrl, discover } = dependencies;
  const resource = identityProviderResource(dependencies);
  const insert = async (
    writes: WriteTransaction,
    draft: IdentityProviderDraft,
    context: WriteContext & { pathParameters: PathParameters },
  ) => {
    await requireValidProvider(identityProviders, writes, draft, null);
    const id = context.pathParameters['identity_provider_id'];
    return identityProviders.insert(writes, draft, getActor(context), id);
  };
  const update = async (
    writes: WriteTransaction,
    row: IdentityProviderRow,
    draft: IdentityProviderDraft,
    context: WriteContext,
  ) => {
    await requireValidProvider(identityProviders, writes, draft, row);
    return identityProviders.update(writes, row, draft, getActor(context));
  };

  return [
    listRoute(listIdentityProviders, identityProviderList(apiPublicUrl)),
    itemRoute(getIdentityProvider, resource),
    createRoute(createIdentityProvider, resource, insert),
    replaceRoute(replaceIdentityProvider, resource, { insert, update }),
    updateRoute(updateIdentityProvider, resource, update),
    deleteRoute(deleteIdentityProvider, resource, (writes, row, context) =>
      identityProviders.remove(writes, row, getActor(context)),
    ),
    checkRoute(checkIdentityProvider, resource, async ({ id, issuer }) => ({
      ...(await discover(issuer)),
      redirect_uri: getUpstreamRedirectUri(apiPublicUrl, id),
    })),
  ];
};
