import { useQuery } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { Avatar } from '../../ui/avatar.tsx';
import { Time } from '../../ui/time.tsx';
import { BounceNotice } from './bounce-notice.tsx';
import css from './customer-details.module.css';
import { OtherTickets } from './other-tickets.tsx';
import { customerItem } from './queries.ts';

/** Name, email and first contact of a ticket's customer, and their other tickets. */
export default function CustomerDetails({ ticket }: { ticket: Ticket }) {
  const { customer_name: name, customer_email: email } = ticket;
  return (
    <div className={css.details}>
      <div className={css.person}>
        <Avatar name={name || email} size={36} />
        <div>
          <p className={css.name}>
            <bdi>{name || email || 'No customer'}</bdi>
          </p>
          {name && email && (
            <p className={css.email}>
              <bdi>{email}</bdi>
            </p>
          )}
        </div>
      </div>
      {email === null ? (
        <p className={css.hint}>Add an email address to see the customer’s other tickets.</p>
      ) : (
        <>
          <Facts email={email} />
          <OtherTickets id={ticket.id} email={email} name={name || email} />
        </>
      )}
    </div>
  );
}

function Facts({ email }: { email: string }) {
  const { data: customer, isPending } = useQuery(customerItem(email));
  return (
    <>
      {customer?.bounce && <BounceNotice email={customer.email} bounce={customer.bounce} />}
      <dl className={css.facts}>
        <dt>First contact</dt>
        <dd aria-busy={isPending}>
          {customer ? <Time at={customer.created_at} as="when" /> : isPending ? <i /> : 'Unknown'}
        </dd>
      </dl>
    </>
  );
}
