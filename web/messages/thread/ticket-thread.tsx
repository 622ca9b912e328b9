import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Message, Ticket } from '#contract';
import { useAction } from '../../keyboard/use-action.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { useActivity } from '../../tickets/activity/use-activity.ts';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { hasHadInput } from '../../ui/use-render-later.ts';
import { ThreadFiles } from '../files/thread-files.tsx';
import { useThreadOriginals } from '../mail/thread-originals.tsx';
import { DeleteMessage } from './delete-message.tsx';
import { useEditedMessageIds } from './edit-drafts.ts';
import { NewMessages } from './new-messages.tsx';
import { OrphanedEdit } from './orphaned-edit.tsx';
import { ThreadEnd } from './thread-end.tsx';
import { ThreadList } from './thread-list.tsx';
import css from './ticket-thread.module.css';
import { useLinkedAnchor, useScrollToLinkedMessage } from './use-linked-message.ts';
import { useThreadMessages } from './use-thread-messages.ts';
import { getMessageAnchor, useThreadScroll } from './use-thread-scroll.ts';

/** Maximum time that the messages wait for the activity between them. */
const activityTimeoutMilliseconds = 100;

const noTimes: string[] = [];

/**
 * The thread of a ticket: description, messages and activity, oldest first. Rendering is expensive, so it is deferred
 * until after the paint that follows the key or click.
 */
export function TicketThread({ ticket }: { ticket: Ticket }) {
  const isDue = useDeferredValue(true, !hasHadInput());
  return isDue ? <RenderedThread ticket={ticket} /> : <div className={css.thread} />;
}

function RenderedThread({ ticket }: { ticket: Ticket }) {
  const { id: personId } = usePerson();
  const linkedAnchor = useLinkedAnchor();
  const read = useThreadMessages(ticket, linkedAnchor !== null);
  const times = useMemo(() => read.messages?.map(({ created_at: at }) => at) ?? noTimes, [read.messages]);
  const { itemGroups, edits, isSettled, failure: activityFailure } = useActivity(ticket, times);
  const waited = useTrueFor(read.messages !== undefined, activityTimeoutMilliseconds);
  const messages = isSettled || waited ? read.messages : undefined;
  const { first, isComplete, failure } = read;

  const editedIds = useEditedMessageIds(personId, ticket.id);
  const mayEdit = useIsAllowed('PATCH /tickets/{ticket_id}/messages/{message_id}');
  const mayDelete = useIsAllowed('DELETE /tickets/{ticket_id}/messages/{message_id}');
  const [deleting, setDeleting] = useState<Message | null>(null);
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const otherContent = useMemo(() => ({ activity: itemGroups, first }), [itemGroups, first]);
  const newMessages = useThreadScroll({
    scroller,
    list,
    messages,
    personId,
    otherContent,
    hasLinkedMessage: linkedAnchor !== null,
  });
  const { dialog: originalDialog, showOriginal } = useThreadOriginals(messages);
  useAction('ticket.print', read.isLoaded ? () => print() : null);
  useScrollToLinkedMessage(linkedAnchor, isComplete && messages !== undefined);

  // A modal dialog makes the page inert, so it closes first.
  const closeAndFocus = (message: Message | undefined): void => {
    flushSync(() => setDeleting(null));
    const element = message ? document.getElementById(getMessageAnchor(message.id)) : scroller.current;
    element?.focus({ preventScroll: true });
  };
  const showMessage = ({ id }: Message): void => {
    const element = document.getElementById(getMessageAnchor(id));
    element?.closest('li')?.scrollIntoView({ block: 'start' });
    element?.focus({ preventScroll: true });
  };
  const orphanedIds = isComplete ? editedIds.filter(id => !messages?.some(message => message.id === id)) : [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <section ref={scroller} className={css.thread} aria-label="Messages" tabIndex={0} data-print>
      <ThreadFiles ticketId={ticket.id} messages={messages} onOpenMessage={showMessage}>
        <ThreadList
          {...{ ticket, messages, first, edits, activityFailure }}
          {...{ personId, linkedAnchor, editedIds, mayEdit }}
          ref={list}
          activity={itemGroups}
          onDelete={mayDelete ? setDeleting : null}
          onShowOriginal={showOriginal}
        />
      </ThreadFiles>
      {originalDialog}
      <ThreadEnd ticketId={ticket.id} messages={messages} />
      {!messages && !failure && <MessageSkeletons count={ticket.messages_count} />}
      {failure && (
        <ErrorState title={messages ? 'Couldn’t load older messages' : 'Couldn’t load messages'} {...failure} />
      )}
      {ticket.description === '' && messages?.length === 0 && (
        <EmptyState icon="bubble" title="No messages yet">
          <p>Your reply or note will be the first message.</p>
        </EmptyState>
      )}
      {orphanedIds.map(id => (
        <OrphanedEdit key={id} personId={personId} ticketId={ticket.id} messageId={id} />
      ))}
      <ToastSpacer under="page" />
      <NewMessages {...newMessages} />
      {deleting && (
        <DeleteMessage
          ticketId={ticket.id}
          message={deleting}
          onDeleted={() => closeAndFocus(getNeighbour(messages ?? [], deleting))}
          onDismiss={() => setDeleting(null)}
        />
      )}
    </section>
  );
}

/** Returns true once a condition has been true for a time. */
function useTrueFor(condition: boolean, milliseconds: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false);
  useEffect(() => {
    if (!condition) return undefined;
    const timer = setTimeout(() => setHasElapsed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [condition, milliseconds]);
  return condition && hasElapsed;
}

/** Returns the message to focus after a deletion: the next, or else the previous message. */
function getNeighbour(messages: readonly Message[], { id }: Message): Message | undefined {
  const index = messages.findIndex(message => message.id === id);
  return messages[index + 1] ?? messages[index - 1];
}

const maxSkeletons = 3;

function MessageSkeletons({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <div role="status" aria-label="Loading messages">
      {Array.from({ length: Math.min(count, maxSkeletons) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical and never reordered
        <div key={index} className={css.skeleton} />
      ))}
    </div>
  );
}
