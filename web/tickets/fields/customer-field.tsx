import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { Ticket } from '#contract';
import { useAction } from '../../keyboard/use-action.ts';
import { useCanWriteTickets } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { useHasDraft } from '../../storage/drafts.ts';
import { DraftBadge } from '../../ui/draft-badge.tsx';
import { Popup } from '../../ui/popup.tsx';
import { FilterLink } from '../filter/filter-link.tsx';
import css from './customer-field.module.css';
import { CustomerForm } from './customer-form.tsx';
import { getCustomerDraftPath } from './unsaved-fields.ts';

/** Shows the customer, with a popup to edit name and email. The popup stores unsaved changes. */
export function CustomerField({ ticket }: { ticket: Ticket }) {
  const mayWrite = useCanWriteTickets();
  const hasDraft = useHasDraft(usePerson().id, [getCustomerDraftPath(ticket.id)]);
  const opener = useRef<() => void>(null);
  useAction('ticket.customer', mayWrite ? () => opener.current?.() : null);
  useOpenFromHash(opener);
  if (!mayWrite) return <span className={css.customer}>{describeCustomer(ticket)}</span>;
  const button = (
    <>
      <span className="visually-hidden">Customer: </span>
      {describeCustomer(ticket)}
      {hasDraft && <DraftBadge className={css.draft} />}
    </>
  );
  return (
    <Popup label="Customer" button={button} buttonClass={css.customer} width={300} opener={opener}>
      {close => (
        <>
          <CustomerForm ticket={ticket} onDone={close} />
          {ticket.customer_email !== null && (
            <FilterLink condition={{ customer_email: ticket.customer_email }} among="all" className={css.others}>
              All tickets of this customer
            </FilterLink>
          )}
        </>
      )}
    </Popup>
  );
}

/** Opens the form if the URL ends in `#customer`, as in links to a draft. */
function useOpenFromHash(opener: RefObject<(() => void) | null>): void {
  const isInHash = useLocation({ select: ({ hash }) => hash === 'customer' });
  useEffect(() => {
    if (isInHash) opener.current?.();
  }, [isInHash, opener]);
}

const describeCustomer = ({ customer_name: name, customer_email: email }: Ticket) => (
  <>
    <span className={css.name}>
      <bdi>{name ?? email ?? 'No customer'}</bdi>
    </span>
    {name !== null && email !== null && (
      <span className={css.email}>
        <bdi>{email}</bdi>
      </span>
    )}
  </>
);
