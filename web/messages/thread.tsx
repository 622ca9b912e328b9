import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { Ticket } from '#contract';
import { useNameOf } from '../people/use-people.ts';
import { Failure } from '../ui/failure.tsx';
import { Message } from './message.tsx';
import { OutgoingMessages } from './outgoing-messages.tsx';
import { thread } from './queries.ts';
import css from './thread.module.css';
import { ThreadEnd } from './thread-end.tsx';

/** What was said about a ticket, oldest first: its description, then its messages. */
export function Thread({ ticket }: { ticket: Ticket }) {
  const { data: messages, error, isError, refetch } = useQuery(thread(ticket.id));
  const nameOf = useNameOf();
  const scroller = useRef<HTMLElement>(null);
  useNewestInView(scroller, messages?.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keys that scroll
    <section ref={scroller} className={css.thread} aria-label="Messages" tabIndex={0}>
      <ol>
        {ticket.description !== '' && (
          <li>
            <Message
              kind="in"
              author={ticket.customer_name ?? ticket.customer_email ?? nameOf(ticket.created_by)}
              at={ticket.created_at}
              body={ticket.description}
            />
          </li>
        )}
        {messages?.map(({ id, type, direction, author_name: author, created_at: at, body }) => (
          <li key={id}>
            <Message kind={type === 'note' ? 'note' : direction} author={author} at={at} body={body} />
          </li>
        ))}
        <OutgoingMessages ticketId={ticket.id} />
      </ol>
      <ThreadEnd ticketId={ticket.id} messages={messages} />
      {!messages && !isError && ticket.messages_count > 0 && <Placeholders count={ticket.messages_count} />}
      {isError && <Failure what="The messages could not be read" error={error} retry={() => void refetch()} />}
      {ticket.description === '' && messages?.length === 0 && <p className={css.silent}>Nothing was written yet.</p>}
    </section>
  );
}

const mostPlaceholders = 3;

function Placeholders({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Reading messages">
      {Array.from({ length: Math.min(count, mostPlaceholders) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never change places
        <div key={index} className={css.placeholder} />
      ))}
    </div>
  );
}

/** The end of the thread is what one came for: there it opens, and there it goes when a message is added. */
function useNewestInView(scroller: RefObject<HTMLElement | null>, count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [scroller, count]);
}
