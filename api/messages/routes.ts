import type { z } from 'zod';
import {
  createMessage,
  deleteMessage,
  getMessage,
  listMessages,
  type MessageDraft,
  replaceMessage,
  updateMessage,
} from '#contract';
import { getChangeCount } from '../database/counters.ts';
import type { Writes } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import { getActor } from '../http/actor.ts';
import type { Versioned } from '../http/conditional.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { PathParameters, Resource, Route, WriteContext } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { type ListDefinition, listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { updateRoute } from '../http/serve-update.ts';
import { type MessageRow, messageDraft, showMessage } from './shape.ts';
import type { MessageStore, ParentTicket } from './store.ts';

/** The dependencies of the message routes; `ticket` describes the parent resource. */
type Dependencies<Ticket extends ParentTicket & Versioned> = {
  messages: MessageStore<Ticket>;
  ticket: Pick<Resource<Ticket, object>, 'name' | 'parameter' | 'find' | 'isDeleted'>;
  publicUrl: string;
};

export const messageRoutes = <Ticket extends ParentTicket & Versioned>({
  messages,
  ticket,
  publicUrl,
}: Dependencies<Ticket>): Route[] => {
  const resource: Resource<MessageRow, MessageDraft> = {
    name: 'message',
    parameter: 'message_id',
    async find(queries, address, caller) {
      const { id } = await findOrThrow(ticket, queries, address, caller);
      return messages.find(queries, id, address['message_id'] ?? '');
    },
    isDeleted: (queries, { ticket_id, message_id }) =>
      isMarkedDeleted(queries, 'message', `${ticket_id}/${message_id}`),
    toDraft: messageDraft,
    addDefaults: messages.complete,
    toRepresentation: showMessage(publicUrl),
  };
  const insert = (
    writes: Writes,
    draft: MessageDraft,
    { address, ...change }: WriteContext & { address: PathParameters },
  ) => messages.insert(writes, address['ticket_id'] ?? '', draft, getAuthor(change), address['message_id']);
  const update = (writes: Writes, row: MessageRow, draft: MessageDraft, change: WriteContext) =>
    messages.update(writes, row, draft, getAuthor(change));
  const listing: ListDefinition<z.output<typeof listMessages.query>, MessageRow> = {
    kind: 'message',
    parent: (queries, address, caller) => findOrThrow(ticket, queries, address, caller),
    validator: async queries => String(await getChangeCount(queries, 'messages.changes')),
    page: (queries, { query, address, anchor, limit }) => {
      const sort = sortColumns(query.sort);
      return messages.list(queries, address['ticket_id'] ?? '', sort, anchor, limit);
    },
    count: (queries, { address }) => messages.count(queries, address['ticket_id'] ?? ''),
    toRepresentation: resource.toRepresentation,
  };

  return [
    listRoute(listMessages, listing),
    itemRoute(getMessage, resource),
    createRoute(createMessage, resource, insert, ticket),
    replaceRoute(replaceMessage, resource, { insert, update }),
    updateRoute(updateMessage, resource, update),
    deleteRoute(deleteMessage, resource, (writes, row, change) => messages.remove(writes, row, getAuthor(change))),
  ];
};

const getAuthor = (change: WriteContext) => ({ ...getActor(change), name: change.caller.person.name });
