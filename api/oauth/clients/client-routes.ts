import {
  createClient,
  deleteClient,
  getClient,
  getClientUsage,
  listClients,
  rotateClientSecret,
  type SecretRotation,
  updateClient,
} from '#contract';
import { isoTime } from '../../database/column-encoding.ts';
import { getActor } from '../../http/actor.ts';
import type { Route } from '../../http/route.ts';
import { createSecretRoute } from '../../http/serve-create.ts';
import { deleteRoute } from '../../http/serve-delete.ts';
import { itemRoute } from '../../http/serve-item.ts';
import { listRoute } from '../../http/serve-list.ts';
import { reportRoute } from '../../http/serve-report.ts';
import { secretRoute } from '../../http/serve-secret.ts';
import { updateRoute } from '../../http/serve-update.ts';
import { clientList, readClientUsage } from './client-list.ts';
import { toClientChange, toRegistration } from './client-representation.ts';
import {
  clientResource,
  confidentialClient,
  deletableClient,
  mergeClient,
  newClientResource,
} from './client-resource.ts';
import { generateClientSecret, storeClientSecret } from './client-secret.ts';
import { deleteClientRow, insertClient, updateClientRow } from './clients.ts';
import type { ClientRow } from './stored-client.ts';

type ClientDependencies = { apiPublicUrl: string; clock: () => number };

/** The routes of OAuth clients. `desk clients` changes clients with the same functions. */
export const clientRoutes = ({ apiPublicUrl, clock }: ClientDependencies): Route[] => {
  const resource = clientResource(apiPublicUrl);
  return [
    listRoute(listClients, clientList(apiPublicUrl)),
    reportRoute(getClientUsage, { kind: 'client', compute: queries => readClientUsage(queries, clock()) }),
    itemRoute(getClient, resource),
    createSecretRoute(createClient, newClientResource(resource), async (writes, draft, context) => {
      const { row, clientSecret } = await insertClient(writes, toRegistration(draft), getActor(context));
      return { row, secret: clientSecret };
    }),
    updateRoute(
      updateClient,
      resource,
      (writes, row, draft, context) => updateClientRow(writes, row, toClientChange(row, draft), getActor(context)),
      mergeClient,
    ),
    secretRoute<ClientRow, SecretRotation>(
      rotateClientSecret,
      confidentialClient(resource),
      async (writes, row, { ends_in_seconds: seconds }, context) => {
        const oldUntil = seconds === 0 ? null : context.now + seconds * 1000;
        const clientSecret = generateClientSecret();
        await storeClientSecret(writes, row, { clientSecret, oldUntil }, getActor(context));
        return { representation: { old_secret_ends_at: oldUntil && isoTime(oldUntil) }, secret: clientSecret };
      },
    ),
    deleteRoute(deleteClient, deletableClient(resource), (writes, row, context) =>
      deleteClientRow(writes, row, getActor(context)),
    ),
  ];
};
