import {
  createMessage,
  deleteMessage,
  getMessage,
  listMessages,
  type MessageDraft,
  replaceMessage,
  updateMessage,
} from '#contract';
import { AttachmentUnusableError } from '../database/attachments.ts';
import type { Actor } from '../database/change-log.ts';
import type { WriteTransaction } from '../database/database.ts';
import { getActor, getImporter } from '../http/actor.ts';
import type { Versioned } from '../http/conditional.ts';
import { fieldError, validationError } from '../http/errors.ts';
import type { PathParameters, Route, WriteContext } from '../http/route.ts';
import { createChildRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { updateRoute } from '../http/serve-update.ts';
import { createFileErrors } from './file-errors.ts';
import { messageList } from './list.ts';
import { getRecipients, isOutgoingMail, type MessageRow } from './representation.ts';
import { type MessageDependencies, messageResource } from './resource.ts';
import type { Author } from './rows.ts';
import type { ParentTicket } from './thread.ts';

export const messageRoutes = <Ticket extends ParentTicket & Versioned>(
  dependencies: MessageDependencies<Ticket>,
): Route[] => {
  const { messages, ticket } = dependencies;
  const resource = messageResource(dependencies);
  const create = async (
    writes: WriteTransaction,
    sent: MessageDraft,
    { parent, ...context }: WriteContext & { parent: Ticket },
  ) => {
    const draft = await messages.addRecipients(writes, parent, sent);
    // If `addRecipients` added a recipient, the ticket has a mailbox.
    if (draft === sent && isOutgoingMail(draft) && !(await messages.hasMailbox(writes, parent)))
      throw noMailboxError(draft);
    return messages
      .insert(writes, parent, draft, getAuthor(getActor(context), context), { isMailed: true })
      .catch(rejectUnusableFiles(draft));
  };
  /** A PUT that creates a message never sends it: programs import old messages this way. */
  const insert = async (
    writes: WriteTransaction,
    draft: MessageDraft,
    { pathParameters, ...context }: WriteContext & { pathParameters: PathParameters },
  ) => {
    const parent = await messages.findTicket(writes, pathParameters['ticket_id'] ?? '');
    return messages
      .insert(writes, parent, draft, getAuthor(getImporter(context), context), { id: pathParameters['message_id'] })
      .catch(rejectUnusableFiles(draft));
  };
  const update = (writes: WriteTransaction, row: MessageRow, draft: MessageDraft, context: WriteContext) =>
    messages.update(writes, row, draft, getActor(context)).catch(rejectUnusableFiles(draft));

  return [
    listRoute(listMessages, messageList(dependencies)),
    itemRoute(getMessage, resource),
    createChildRoute(createMessage, resource, create, ticket),
    replaceRoute(replaceMessage, resource, { insert, update }),
    updateRoute(updateMessage, resource, update),
    deleteRoute(deleteMessage, resource, (writes, row, context) => messages.remove(writes, row, getActor(context))),
  ];
};

const getAuthor = (actor: Actor, { caller }: WriteContext): Author => ({ ...actor, name: caller.person.name });

/** Creates a handler for files that were used or deleted since the draft was validated. @throws ApiError 422 */
const rejectUnusableFiles =
  ({ attachment_ids: ids = [] }: MessageDraft) =>
  (error: unknown): never => {
    throw error instanceof AttachmentUnusableError ? validationError(createFileErrors(ids, error.ids)) : error;
  };

/** Creates the 422 for recipients of a reply whose ticket has no mailbox. */
const noMailboxError = (draft: MessageDraft) =>
  validationError(
    Object.entries(getRecipients(draft))
      .filter(([, list]) => list.length > 0)
      .map(([role]) => fieldError(role, 'not_allowed', 'needs a ticket with a mailbox')),
  );
