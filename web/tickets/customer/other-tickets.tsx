import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorState } from '../../ui/error-state.tsx';
import { Time } from '../../ui/time.tsx';
import { FilterLink } from '../filter/filter-link.tsx';
import { useTicketFilter } from '../filter/use-filter.ts';
import { LookIcon } from '../look-icon.tsx';
import { stateLooks } from '../looks.ts';
import { type ListedTicket, ticketList } from '../queries.ts';
import css from './customer-details.module.css';
import { customerItem } from './queries.ts';

const maxTickets = 8;
const skeletons = ['first', 'second', 'third'];

type OtherTicketsProps = {
  /** The displayed ticket, which is left out. */
  id: string;
  email: string;
  /** The customer's name, shown in the link. */
  name: string;
};

/** The newest tickets of a customer. They share a cache with the list that the link opens, so edits show in both. */
export function OtherTickets({ id, email, name }: OtherTicketsProps) {
  const filter = { customer_email: email };
  const list = useInfiniteQuery(ticketList(filter));
  const customer = useQuery(customerItem(email));
  const failed = [list, customer].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <ErrorState
        title="Couldn’t load the customer"
        error={failed.error}
        retry={() => void Promise.all([list.refetch(), customer.refetch()])}
      />
    );
  const others = list.data?.filter(row => row.id !== id);
  return (
    <section className={css.others} aria-label="Other tickets" aria-busy={others === undefined}>
      <h3>Other tickets</h3>
      {others === undefined && (
        <div role="status" aria-label="Loading the customer’s tickets">
          {skeletons.map(key => (
            <i key={key} />
          ))}
        </div>
      )}
      {others?.length === 0 && <p className={css.hint}>No other tickets</p>}
      {others !== undefined && others.length > 0 && (
        <>
          <ul>
            {others.slice(0, maxTickets).map(row => (
              <li key={row.id}>
                <OtherTicket row={row} />
              </li>
            ))}
          </ul>
          <FilterLink condition={filter} among="all" className={css.all}>
            All tickets of <bdi>{name}</bdi>
          </FilterLink>
        </>
      )}
    </section>
  );
}

function OtherTicket({ row }: { row: ListedTicket }) {
  const search = useTicketFilter() ?? {};
  const look = stateLooks[row.state];
  return (
    <Link to="/tickets/$ticketId" params={{ ticketId: row.id }} search={search} className={css.ticket}>
      <LookIcon look={look} size={14} />
      <span className={`${css.subject} truncate`} dir="auto">
        {row.subject}
      </span>
      <span className={`${css.line} number`}>
        {look.label} · #{row.id}
        <Time at={row.closed_at ?? row.created_at} as="age" className={css.age} />
      </span>
    </Link>
  );
}
