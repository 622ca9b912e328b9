import type { RefObject } from 'react';
import type { Ticket } from '#contract';
import { useAction, useRunAction } from '../keyboard/use-action.ts';
import { BackLink } from '../list/back-link.tsx';
import css from '../list/detail-pane.module.css';
import { TicketViewers } from '../presence/ticket-viewers.tsx';
import { useCanWriteTickets } from '../session/permissions.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { KeyHint, useTitleWithKeys } from '../ui/key-hint.tsx';
import { CustomerButton } from './customer/customer-button.tsx';
import { useUpdateTicket } from './edit/use-update-ticket.ts';
import { CustomerField } from './fields/customer-field.tsx';
import { toListRoute } from './filter/filter.ts';
import { useTicketFilter } from './filter/use-filter.ts';
import { useNeighbours } from './list/use-neighbours.ts';
import { TicketMenu } from './ticket-menu.tsx';

type TicketToolbarProps = {
  id: string;
  ticket: Ticket | null;
  /** The ticket's index in the list. The parent stores it, because loading the ticket replaces the toolbar. */
  position: RefObject<number>;
};

/** Shows number, customer, navigation and actions. A loading ticket has only number and navigation. */
export function TicketToolbar({ id, ticket, position }: TicketToolbarProps) {
  const mayWrite = useCanWriteTickets();
  const { path, search } = toListRoute(useTicketFilter() ?? {});
  return (
    <div className={css.toolbar}>
      <BackLink label="Back to the list" to={{ to: path, search }} />
      <span className="number">#{id}</span>
      {ticket && <CustomerField ticket={ticket} />}
      {ticket && <TicketViewers ticketId={id} />}
      <span className={css.actions}>
        <Neighbours id={id} position={position} />
        {ticket && mayWrite && <CloseOrReopen ticket={ticket} />}
        {ticket && <CustomerButton />}
        {ticket && <TicketMenu ticket={ticket} />}
      </span>
    </div>
  );
}

function Neighbours({ id, position }: Pick<TicketToolbarProps, 'id' | 'position'>) {
  const run = useRunAction();
  const { previous, next } = useNeighbours(id, position);
  return (
    <>
      <ChevronButton
        icon="chevron-up"
        label="Previous ticket"
        keys="k"
        disabled={previous === undefined}
        onClick={() => run('list.previous')}
      />
      <ChevronButton
        icon="chevron-down"
        label="Next ticket"
        keys="j"
        disabled={next === undefined}
        onClick={() => run('list.next')}
      />
    </>
  );
}

type ChevronButtonProps = { icon: IconName; label: string; keys: string; disabled: boolean; onClick: () => void };

function ChevronButton({ icon, label, keys, ...button }: ChevronButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={useTitleWithKeys(label, keys)} {...button}>
      <Icon name={icon} />
    </button>
  );
}

function CloseOrReopen({ ticket }: { ticket: Ticket }) {
  const update = useUpdateTicket(ticket);
  const closed = ticket.state === 'closed';
  const close = () => update({ state: 'closed' });
  const reopen = () => update({ state: 'open' });
  useAction('ticket.close', closed ? null : close);
  useAction('ticket.reopen', ticket.state === 'open' ? null : reopen);
  return (
    <button type="button" className="button" onClick={closed ? reopen : close}>
      <Icon name={closed ? 'open' : 'check'} size={14} />
      {closed ? 'Reopen' : 'Close'} <KeyHint keys={closed ? 'o' : 'e'} />
    </button>
  );
}
