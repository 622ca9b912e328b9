import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { Ticket } from '#contract';
import { useHasDraft } from '../../kept/drafts.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { useMayWrite } from '../../session/may.ts';
import { usePerson } from '../../session/person.ts';
import { Popup } from '../../ui/popup.tsx';
import { FilterLink } from '../filter/filter-link.tsx';
import { customerThing } from './customer-draft.ts';
import css from './customer-field.module.css';
import { CustomerForm } from './customer-form.tsx';

/** Who asks, edited in a small form that keeps what was typed until it is saved. */
export function CustomerField({ ticket }: { ticket: Ticket }) {
  const mayWrite = useMayWrite();
  const hasDraft = useHasDraft(usePerson().id, [customerThing(ticket.id)]);
  const opener = useRef<() => void>(null);
  useAction('ticket.customer', mayWrite ? () => opener.current?.() : null);
  useOpenWhenLedTo(opener);
  if (!mayWrite) return <span className={css.customer}>{describeCustomer(ticket)}</span>;
  const button = (
    <>
      <span className="visually-hidden">Customer: </span>
      {describeCustomer(ticket)}
      {hasDraft && <span className={css.draft}>Draft</span>}
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

/** Opens the form where the address leads to it: to a draft that waits in it. */
function useOpenWhenLedTo(opener: RefObject<(() => void) | null>): void {
  const isLedTo = useLocation({ select: ({ hash }) => hash === 'customer' });
  useEffect(() => {
    if (isLedTo) opener.current?.();
  }, [isLedTo, opener]);
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
