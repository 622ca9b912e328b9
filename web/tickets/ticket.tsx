import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { memo, type ReactNode, type RefObject, useRef } from 'react';
import { messageTypes } from '#contract/enums';
import { isNotFound } from '../api-client/errors.ts';
import css from '../list/detail-pane.module.css';
import { mailboxesQuery } from '../mailboxes/queries.ts';
import { Composer } from '../messages/composer/composer.tsx';
import { ComposerSkeleton } from '../messages/composer/composer-skeleton.tsx';
import { UnsendableDraft } from '../messages/composer/unsendable-draft.tsx';
import { threadQuery } from '../messages/queries.ts';
import { TicketThread } from '../messages/thread/ticket-thread.tsx';
import { useMarkTicketNotificationsRead } from '../notifications/mark-ticket-notifications.ts';
import { useAnnouncePresence } from '../presence/use-announce-presence.ts';
import { PageTitle } from '../session/page-title.tsx';
import { useIsAllowed } from '../session/permissions.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { BodySkeleton, HeadingSkeleton } from '../ui/skeleton.tsx';
import { useRenderLater } from '../ui/use-render-later.ts';
import { activity } from './activity/queries.ts';
import { CustomerPanel } from './customer/customer-panel.tsx';
import { MissingTicket } from './missing-ticket.tsx';
import { PrintHeader } from './print-header.tsx';
import { ticketItem } from './queries.ts';
import { TicketHeader } from './ticket-header.tsx';
import { TicketToolbar } from './ticket-toolbar.tsx';

/** The ticket in the URL. Renders in a transition, because a ticket renders slowly. */
export function TicketPage() {
  const { ticketId } = useParams({ from: '/desk/tickets/$ticketId' });
  const renderedId = useRenderLater(ticketId);
  return (
    <>
      <section className={css.pane} aria-label="Ticket">
        {renderedId === null ? <LoadingTicket id={ticketId} /> : <TicketBody key={renderedId} id={renderedId} />}
      </section>
      <CustomerPanel key={renderedId ?? ticketId} ticketId={renderedId ?? ticketId} />
    </>
  );
}

function LoadingTicket({ id }: { id: string }) {
  const position = useRef(-1);
  return (
    <LoadingHeader id={id} position={position}>
      <HeadingSkeleton />
    </LoadingHeader>
  );
}

type LoadingHeaderProps = { id: string; position: RefObject<number>; children: ReactNode };

function LoadingHeader({ id, position, children }: LoadingHeaderProps) {
  return (
    <>
      <PageTitle>{`#${id}`}</PageTitle>
      <div className={css.header}>
        <TicketToolbar id={id} ticket={null} position={position} />
        <h1 className="visually-hidden">Ticket {id}</h1>
        {children}
      </div>
    </>
  );
}

const TicketBody = memo(function TicketBody({ id }: { id: string }) {
  const { data: ticket, error, isError, refetch } = useQuery(ticketItem(id));
  const position = useRef(-1);
  useAnnouncePresence(id);
  useMarkTicketNotificationsRead(id);
  usePrefetchQuery(threadQuery(id));
  usePrefetchQuery(activity(id));
  usePrefetchQuery(mailboxesQuery);
  const mayReply = useIsAllowed('POST /tickets/{ticket_id}/messages');
  if (!ticket || isNotFound(error)) {
    return (
      <>
        <LoadingHeader id={id} position={position}>
          {!isError && <HeadingSkeleton />}
        </LoadingHeader>
        {!isError && <BodySkeleton subject="the ticket" />}
        {!isError && mayReply && <ComposerSkeleton />}
        {isError &&
          (isNotFound(error) ? (
            <MissingTicket id={id} error={error} />
          ) : (
            <ErrorState title="Couldn’t load the ticket" error={error} retry={() => void refetch()} />
          ))}
      </>
    );
  }
  return (
    <>
      <PageTitle>{ticket.subject}</PageTitle>
      <TicketHeader ticket={ticket} position={position} />
      <PrintHeader ticket={ticket} />
      <TicketThread ticket={ticket} />
      {mayReply ? (
        <Composer ticket={ticket} />
      ) : (
        messageTypes.map(type => <UnsendableDraft key={type} ticketId={ticket.id} type={type} />)
      )}
    </>
  );
});
