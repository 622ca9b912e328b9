import {
  attemptDelivery as attemptDeliveryOperation,
  attemptMailbox,
  cancelDelivery as cancelDeliveryOperation,
  getDelivery,
  getRawDelivery,
  listDeliveries,
} from '#contract';
import { deliveryStates } from '#contract/enums';
import type { AuditActor } from '../database/audit-log.ts';
import { decodeEnum } from '../database/column-encoding.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { Files } from '../files/files.ts';
import { getActor } from '../http/actor.ts';
import type { Versioned } from '../http/conditional.ts';
import { ApiError } from '../http/errors.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { Principal } from '../http/principal.ts';
import type { Resource, Route } from '../http/route.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { fileRoute } from '../http/serve-file.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { noContentRoute } from '../http/serve-no-content.ts';
import { isAccountMail } from './account-mails.ts';
import { attemptDelivery, cancelDelivery } from './actions.ts';
import { deliveryList } from './list.ts';
import { isSourceDeleted } from './load-mail.ts';
import { resumeMailbox } from './mailbox-pauses.ts';
import { rawDelivery } from './raw.ts';
import type { ThreadTicket, TicketThreads } from './release.ts';
import type { DeliveryRow } from './representation.ts';
import { deliveryResource } from './resource.ts';
import { lockTicketOf } from './store.ts';
import { type CapturingMailbox, type TestMailDependencies, testMailRoute } from './test-mails.ts';
import type { SecretReader } from './token-key.ts';

export type DeliveryDependencies<Ticket, Mailbox, Mail extends Versioned> = TestMailDependencies<Mail> & {
  tickets: TicketThreads<Ticket>;
  mailbox: Resource<Mailbox & CapturingMailbox, object>;
  secrets: SecretReader;
  files: Files;
  apiPublicUrl: string;
  deskUrl: string;
  /** Lets a mailbox connect to its IMAP server again. Records this in the audit log. */
  resumePolling(writes: WriteTransaction, mailbox: Mailbox, actor: AuditActor): Promise<void>;
};

export const deliveryRoutes = <Ticket extends ThreadTicket, Mailbox, Mail extends Versioned>({
  tickets,
  mailbox,
  secrets,
  files,
  apiPublicUrl,
  deskUrl,
  resumePolling,
  ...incoming
}: DeliveryDependencies<Ticket, Mailbox, Mail>): Route[] => {
  const resource = deliveryResource(apiPublicUrl);
  return [
    listRoute(listDeliveries, deliveryList(apiPublicUrl)),
    itemRoute(getDelivery, resource),
    fileRoute(getRawDelivery, resource, rawDelivery(secrets, files, { apiPublicUrl, deskUrl })),
    noContentRoute(attemptDeliveryOperation, resource, (found, { database, pathParameters, caller, clock }) =>
      database.transaction(async writes => {
        await lockTicketOf(writes, found.id);
        const row = await findOrThrow(resource, writes, pathParameters, caller);
        requireAccountAccess(row, caller);
        requireChange(row, 'queued', await attemptDelivery(writes, tickets, row, getActor({ caller, now: clock() })));
        if (await isSourceDeleted(writes, row))
          throw new ApiError('gone', `The text of the mail ${row.id} was deleted at the end of its retention.`);
      }),
    ),
    deleteRoute(cancelDeliveryOperation, resource, async (writes, row, { caller, now }) => {
      requireAccountAccess(row, caller);
      requireChange(row, 'cancelled', await cancelDelivery(writes, row, now));
    }),
    noContentRoute(attemptMailbox, mailbox, async (row, { database, caller, clock }) => {
      const actor = getActor({ caller, now: clock() });
      await database.transaction(writes => resumePolling(writes, row, actor));
      await resumeMailbox(database, row, { all: true, now: actor.now });
    }),
    testMailRoute(mailbox, { ...incoming, files }),
  ];
};

/** @throws ApiError 403 for mail about an account, unless the caller is an administrator */
const requireAccountAccess = (row: DeliveryRow, { person }: Principal): void => {
  if (isAccountMail(row) && person.role !== 'admin')
    throw new ApiError('no_access', 'Only administrators can send or cancel mail about accounts.');
};

/** @throws ApiError 409 if the delivery can no longer reach the intended state */
const requireChange = ({ id, state }: DeliveryRow, intended: string, isChanged: boolean): void => {
  if (isChanged) return;
  const current = decodeEnum(deliveryStates, state);
  throw new ApiError('already_sent', `The mail ${JSON.stringify(id)} cannot be ${intended}: its state is ${current}.`, {
    differences: [{ field: 'state', yours: intended, current }],
  });
};
