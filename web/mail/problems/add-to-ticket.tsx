import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { getLoadError, type LoadError } from '../../api-client/load-error.ts';
import { useThrottled } from '../../list/use-throttled.ts';
import { ticketList } from '../../tickets/queries.ts';
import { type TicketHit, ticketHits } from '../../tickets/ticket-hits.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useActiveOption } from '../../ui/use-active-option.ts';
import { mailItem } from '../queries.ts';
import css from './problems.module.css';

type AddToTicketProps = {
  /** The mail; null while the dialog is closed. */
  mailId: string | null;
  onChoose: (ticketId: string) => void;
  onDismiss: () => void;
};

/** Dialog to choose the ticket that a mail belongs to. */
export const AddToTicket = ({ mailId, onChoose, onDismiss }: AddToTicketProps) => (
  <Dialog open={mailId !== null} title="Add to a ticket" onDismiss={onDismiss} width={560}>
    {mailId !== null && <TicketChoice mailId={mailId} onChoose={onChoose} />}
  </Dialog>
);

const throttleMilliseconds = 150;
const maxHits = 6;

/** A search field and the tickets it finds. Without a search, lists the tickets of the mail's sender. */
function TicketChoice({ mailId, onChoose }: { mailId: string; onChoose: (ticketId: string) => void }) {
  const [text, setText] = useState('');
  const query = text.trim().replace(/^#/, '');
  const { hits, isPending, failure, hasSender } = useHits(mailId, query);
  const { active, activate, moves } = useActiveOption(hits, ({ id }) => id, maxHits);
  const listId = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const move = moves[event.key];
    if (move) move();
    else if (event.key === 'Enter' && active) onChoose(active.id);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        className="input"
        dir="auto"
        role="combobox"
        aria-expanded={true}
        aria-controls={listId}
        aria-activedescendant={active && `${listId}-${active.id}`}
        aria-autocomplete="list"
        aria-label="Ticket"
        placeholder="Number, subject or customer"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the dialog's only field
        autoFocus
        maxLength={255}
        value={text}
        onChange={event => {
          activate(null);
          setText(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={css.hits}>
        <div id={listId} role="listbox" aria-label="Tickets" tabIndex={-1}>
          {hits.map(hit => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field's aria-activedescendant points at it
            <div
              key={hit.id}
              id={`${listId}-${hit.id}`}
              role="option"
              aria-selected={hit === active}
              onPointerMove={() => activate(hit.id)}
              onClick={() => onChoose(hit.id)}
            >
              <span className="number">#{hit.id}</span>
              <span className="truncate" dir="auto">
                {hit.subject}
              </span>
              <bdi>{hit.customer_name ?? hit.customer_email}</bdi>
            </div>
          ))}
        </div>
        {failure && <ErrorState title="Couldn’t load tickets" {...failure} />}
        {hits.length === 0 && !isPending && !failure && (
          <p>{query === '' ? (hasSender ? senderWithoutTickets : withoutSender) : 'No tickets found.'}</p>
        )}
      </div>
    </>
  );
}

const senderWithoutTickets = 'The sender has no tickets. Search for a ticket.';
const withoutSender = 'This email has no sender. Search for a ticket.';

type Hits = { hits: readonly TicketHit[]; isPending: boolean; failure: LoadError | null; hasSender: boolean };

/** Finds the tickets of a search; without a search, the tickets of the sender. */
function useHits(mailId: string, query: string): Hits {
  const [searched, search] = useState('');
  const throttle = useThrottled(throttleMilliseconds, search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `throttle` is a new, equivalent function on each render
  useEffect(() => throttle(query), [query]);
  const foundTickets = useQuery({ ...ticketHits(searched), enabled: searched !== '' });
  const mail = useQuery(mailItem(mailId));
  const email = mail.data?.from?.email;
  const hasSender = email !== undefined;
  const senderTickets = useInfiniteQuery({
    ...ticketList({ customer_email: email ?? '' }),
    enabled: hasSender,
  });
  if (query === '') {
    const hits = (senderTickets.data ?? []).slice(0, maxHits);
    const isPending = mail.isFetching || senderTickets.isFetching;
    return { hits, isPending, failure: getLoadError(mail) ?? getLoadError(senderTickets), hasSender };
  }
  // Results for an earlier query may not match, and Enter would choose them.
  const isCurrent = searched === query && !foundTickets.isPlaceholderData;
  const isPending = foundTickets.isFetching || !isCurrent;
  const hits = (isCurrent && foundTickets.data) || [];
  return { hits, isPending, failure: getLoadError(foundTickets), hasSender };
}
