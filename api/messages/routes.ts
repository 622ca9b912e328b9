import {
  createMessage,
  deleteMessage,
  getMessage,
  listMessages,
  type MessageDraft,
  replaceMessage,
  updateMessage,
} from '#contract';
import type { Writes } from '../database/database.ts';
import { getActor } from '../http/actor.ts';
import type { Versioned } from '../http/conditional.ts';
import type { PathParameters, Route, WriteContext } from '../http/route.ts';
import { createChildRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { updateRoute } from '../http/serve-update.ts';
import { messageList } from './list.ts';
import { type MessageDependencies, messageResource } from './resource.ts';
import type { MessageRow } from './shape.ts';
import type { Author } from './store.ts';
import type { ParentTicket } from './thread.ts';

export const messageRoutes = <Ticket extends ParentTicket & Versioned>(
  dependencies: MessageDependencies<Ticket>,
): Route[] => {
  const { messages, ticket } = dependencies;
  const resource = messageResource(dependencies);
  const create = (writes: Writes, draft: MessageDraft, { parent, ...change }: WriteContext & { parent: Ticket }) =>
    messages.insert(writes, parent, draft, getAuthor(change));
  const insert = async (
    writes: Writes,
    draft: MessageDraft,
    { address, ...change }: WriteContext & { address: PathParameters },
  ) => {
    const parent = await messages.findTicket(writes, address['ticket_id'] ?? '');
    return messages.insert(writes, parent, draft, getAuthor(change), address['message_id']);
  };
  const update = (writes: Writes, row: MessageRow, draft: MessageDraft, change: WriteContext) =>
    messages.update(writes, row, draft, getActor(change));

  return [
    listRoute(listMessages, messageList(dependencies)),
    itemRoute(getMessage, resource),
    createChildRoute(createMessage, resource, create, ticket),
    replaceRoute(replaceMessage, resource, { insert, update }),
    updateRoute(updateMessage, resource, update),
    deleteRoute(deleteMessage, resource, (writes, row, change) => messages.remove(writes, row, getActor(change))),
  ];
};

const getAuthor = (change: WriteContext): Author => ({ ...getActor(change), name: change.caller.person.name });
