import {
  type ConnectionDraft,
  createMailbox,
  deleteMailbox,
  getConnection,
  getMailbox,
  listMailboxes,
  listMailboxStatuses,
  type MailboxDraft,
  replaceConnection,
  replaceMailbox,
  updateConnection,
  updateMailbox,
} from '#contract';
import type { WriteTransaction } from '../database/database.ts';
import { getActor } from '../http/actor.ts';
import type { PathParameters, Route, WriteContext } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { replacePartRoute, replaceRoute } from '../http/serve-replace.ts';
import { reportRoute } from '../http/serve-report.ts';
import { updateRoute } from '../http/serve-update.ts';
import { authorizationRoutes } from './authorization/resource.ts';
import { mailboxList } from './list.ts';
import { type ConnectionDelta, type ConnectionRow, type MailboxRow, mergeConnection } from './representation.ts';
import { connectionResource, identity, type MailboxDependencies, mailboxResource } from './resource.ts';
import { saveConnection } from './save-connection.ts';
import { mailboxStatuses } from './statuses.ts';
import { requireValidMailbox } from './validate.ts';

export const mailboxRoutes = (dependencies: MailboxDependencies): Route[] => {
  const { mailboxes, apiPublicUrl } = dependencies;
  const resource = mailboxResource(dependencies);
  const insert = async (
    writes: WriteTransaction,
    draft: MailboxDraft,
    context: WriteContext & { pathParameters: PathParameters },
  ) => {
    await requireValidMailbox(mailboxes, writes, draft, null);
    return mailboxes.insert(writes, draft, getActor(context), context.pathParameters['mailbox_id']);
  };
  const update = async (writes: WriteTransaction, row: MailboxRow, draft: MailboxDraft, context: WriteContext) => {
    await requireValidMailbox(mailboxes, writes, draft, row);
    return mailboxes.update(writes, row, draft, getActor(context));
  };

  return [
    listRoute(listMailboxes, mailboxList(apiPublicUrl)),
    reportRoute(listMailboxStatuses, mailboxStatuses),
    itemRoute(getMailbox, resource),
    createRoute(createMailbox, resource, insert),
    replaceRoute(replaceMailbox, resource, { insert, update }),
    updateRoute(updateMailbox, resource, update),
    deleteRoute(deleteMailbox, resource, (writes, row, context) => mailboxes.remove(writes, row, getActor(context))),
    ...connectionRoutes(dependencies),
    ...authorizationRoutes({ ...dependencies, mailbox: identity }),
  ];
};

const connectionRoutes = (dependencies: MailboxDependencies): Route[] => {
  const resource = connectionResource(dependencies);
  const update = async (
    writes: WriteTransaction,
    row: ConnectionRow,
    draft: ConnectionDraft,
    context: WriteContext,
  ) => {
    const { connection } = await saveConnection(dependencies, writes, { row, draft }, getActor(context));
    return connection;
  };
  return [
    itemRoute(getConnection, resource),
    replacePartRoute(replaceConnection, resource, update),
    updateRoute(updateConnection, resource, update, (stored, delta: ConnectionDelta) => mergeConnection(stored, delta)),
  ];
};
