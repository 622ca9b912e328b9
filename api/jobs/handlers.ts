import { createIncomingMailEffects } from '../deliveries/incoming-mail-effects.ts';
import type { MailboxPools } from '../deliveries/mailbox-pools.ts';
import { enqueueNotificationMail, withdrawNotificationMail } from '../deliveries/notification-mails.ts';
import { createSendDelivery } from '../deliveries/send-delivery.ts';
import { createCollectFiles } from '../files/collect-files.ts';
import { createPollMailbox, type PollingIntervals } from '../mail/imap/poll-mailbox.ts';
import { createMailHandlers, type MailJobDependencies } from '../mail/mail-jobs.ts';
import { createStoredMailWriter } from '../mail/receive-mail.ts';
import { createRenewAuthorization } from '../mailboxes/authorization/renew-authorization.ts';
import { createMailNotifications } from '../notifications/mail-notifications.ts';
import { notify } from '../notifications/notify.ts';
import { createSendResetLink } from '../people/account-links.ts';
import { createRemoveSample } from '../sample/remove-sample.ts';
import { createReplaceTag } from '../tags/replace-tag.ts';
import type { Handler } from './handler.ts';
import { purgeExpired, purgeSignIns } from './sweeps.ts';

/** The dependencies of handlers besides their context. */
export type HandlerDependencies = Omit<MailJobDependencies, 'deliveries'> & {
  mailboxPools: MailboxPools;
  /** API_PUBLIC_URL. */
  apiPublicUrl: string;
  /** PUBLIC_URL. */
  deskUrl: string;
  polling?: Partial<PollingIntervals>;
};

/** Creates the handlers of all background work of the API, one per kind. */
export const createHandlers = (dependencies: HandlerDependencies): readonly Handler[] => {
  const { stores, polling } = dependencies;
  return [
    createCollectFiles(stores.files),
    purgeExpired,
    purgeSignIns,
    ...createMailHandlers({ ...dependencies, deliveries: createIncomingMailEffects(dependencies) }),
    createPollMailbox({
      ...{ mailboxes: stores.mailboxes, files: stores.files, ...stores.credentials },
      storeMail: createStoredMailWriter(stores),
      ...(polling && { intervals: polling }),
    }),
    createReplaceTag(stores),
    createRemoveSample(stores),
    createSendResetLink(stores),
    createSendDelivery({ ...dependencies, ...stores.credentials }),
    createRenewAuthorization(dependencies),
    notify,
    createMailNotifications({ enqueue: enqueueNotificationMail, withdraw: withdrawNotificationMail }),
  ];
};
