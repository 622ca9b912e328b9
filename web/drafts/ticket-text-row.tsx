import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isNotFound } from '../api-client/errors.ts';
import { useCanWriteTickets } from '../session/permissions.ts';
import { openView } from '../tickets/filter/list-views.ts';
import { ticketItem } from '../tickets/queries.ts';
import { DiscardButton } from '../ui/discard-button.tsx';
import type { IconName } from '../ui/icon.tsx';
import { DraftRow } from './draft-row.tsx';

type TicketTextRowProps = {
  ticketId: string;
  /** Anchor within the ticket. */
  hash?: string;
  icon: IconName;
  kind: string;
  /** Name within a sentence: `reply to #1042`. */
  what: string;
  text: string;
  changedAt: number;
  discard: () => void;
};

/** A draft that belongs to a ticket. Can be copied if the ticket was deleted or the user is a viewer. */
export function TicketTextRow({ ticketId, hash = '', icon, kind, what, text, changedAt, discard }: TicketTextRowProps) {
  const { data: ticket, error } = useQuery(ticketItem(ticketId));
  const mayWrite = useCanWriteTickets();
  const isDeleted = isNotFound(error);
  return (
    <DraftRow
      icon={icon}
      title={
        isDeleted ? (
          `#${ticketId} was deleted`
        ) : (
          <Link to="/tickets/$ticketId" params={{ ticketId }} search={openView.filter} hash={hash}>
            {ticket?.subject ?? `#${ticketId}`}
          </Link>
        )
      }
      kind={
        <>
          {kind} · <span className="number">#{ticketId}</span>
        </>
      }
      text={text}
      copyOnly={isDeleted || !mayWrite ? { what: `the ${what}` } : null}
      changedAt={changedAt}
    >
      <DiscardButton what={`the ${what}`} onDiscard={discard} />
    </DraftRow>
  );
}
