import { createDeliveryHooks } from '../deliveries/hooks.ts';
import { createSendDelivery } from '../deliveries/send-delivery.ts';
import type { Transports } from '../deliveries/transports.ts';
import { createCollectFiles } from '../files/collect-files.ts';
import { createMailHandlers, type MailJobDependencies } from '../mail/mail-jobs.ts';
import { createAccessTokens } from '../mailboxes/authorization/access-token.ts';
import { createRenewAuthorization } from '../mailboxes/authorization/renew-authorization.ts';
import { createReadCredentials } from '../mailboxes/credentials.ts';
import type { Handler } from './handler.ts';
import { purgeExpired, purgeSignIns } from './sweeps.ts';

/** What handlers need besides their context. */
export type HandlerDependencies = Omit<MailJobDependencies, 'deliveries'> & { transports: Transports };

/** Creates the handlers of all background work of the API, one per kind. */
export const createHandlers = (dependencies: HandlerDependencies): readonly Handler[] => {
  const tokens = createAccessTokens(dependencies.stores.authorizations);
  const readCredentials = createReadCredentials(dependencies.secrets);
  return [
    createCollectFiles(dependencies.stores.files),
    purgeExpired,
    purgeSignIns,
    ...createMailHandlers({ ...dependencies, deliveries: createDeliveryHooks(dependencies) }),
    createSendDelivery({ ...dependencies, readCredentials, refuseToken: tokens.refuse }),
    createRenewAuthorization(dependencies),
  ];
};
