import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { memo, type ReactNode, type RefObject, useRef } from 'react';
import { messageTypes } from '#contract/vocabulary';
import { activity } from '../activity/queries.ts';
import { isGone } from '../api-errors.ts';
import css from '../list/opened.module.css';
import { Composer } from '../messages/composer/composer.tsx';
import { ComposerSkeleton } from '../messages/composer/composer-skeleton.tsx';
import { LeftDraft } from '../messages/composer/left-draft.tsx';
import { thread } from '../messages/queries.ts';
import { Thread } from '../messages/thread/thread.tsx';
import { useMay } from '../session/may.ts';
import { Failure } from '../ui/failure.tsx';
import { BodySkeleton, HeadingSkeleton } from '../ui/skeleton.tsx';
import { useDrawnLater } from '../ui/use-drawn-later.ts';
import { MissingTicket } from './missing-ticket.tsx';
import { PrintHead } from './print-head.tsx';
import { ticketItem } from './queries.ts';
import { TicketHeader } from './ticket-header.tsx';
import { TicketToolbar } from './ticket-toolbar.tsx';

/** The ticket in the address; it is long to draw. */
export function TicketPage() {
  const { ticketId } = useParams({ from: '/desk/tickets/$ticketId' });
  const drawnId = useDrawnLater(ticketId);
  return (
    <section className={css.opened} aria-label="Ticket">
      {drawnId === null ? <ComingTicket id={ticketId} /> : <TicketBody key={drawnId} id={drawnId} />}
    </section>
  );
}

function ComingTicket({ id }: { id: string }) {
  const place = useRef(-1);
  return (
    <ComingTop id={id} place={place}>
      <HeadingSkeleton />
    </ComingTop>
  );
}

type ComingTopProps = { id: string; place: RefObject<number>; children: ReactNode };

/** Above a ticket of which no more is known than its number. */
function ComingTop({ id, place, children }: ComingTopProps) {
  return (
    <>
      <title>{`#${id} · Stardesk`}</title>
      <div className={css.top}>
        <TicketToolbar id={id} ticket={null} place={place} />
        <h1 className="visually-hidden">Ticket {id}</h1>
        {children}
      </div>
    </>
  );
}

const TicketBody = memo(function TicketBody({ id }: { id: string }) {
  const { data: ticket, error, isError, refetch } = useQuery(ticketItem(id));
  const place = useRef(-1);
  // Beside the ticket, not after it.
  usePrefetchQuery(thread(id));
  usePrefetchQuery(activity(id));
  const mayAnswer = useMay('POST /tickets/{ticket_id}/messages');
  if (!ticket || isGone(error)) {
    return (
      <>
        <ComingTop id={id} place={place}>
          {!isError && <HeadingSkeleton />}
        </ComingTop>
        {!isError && <BodySkeleton what="the ticket" />}
        {!isError && mayAnswer && <ComposerSkeleton />}
        {isError &&
          (isGone(error) ? (
            <MissingTicket id={id} error={error} />
          ) : (
            <Failure what="The ticket could not be read" error={error} retry={() => void refetch()} />
          ))}
      </>
    );
  }
  return (
    <>
      <title>{`${ticket.subject} · Stardesk`}</title>
      <TicketHeader ticket={ticket} place={place} />
      <PrintHead ticket={ticket} />
      <Thread ticket={ticket} />
      {mayAnswer ? (
        <Composer ticketId={ticket.id} customer={ticket.customer_name ?? ticket.customer_email} />
      ) : (
        messageTypes.map(type => <LeftDraft key={type} ticketId={ticket.id} type={type} />)
      )}
    </>
  );
});
