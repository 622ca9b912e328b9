import css from '../list/opened.module.css';
import { Empty } from '../ui/empty.tsx';
import { Key } from '../ui/key.tsx';

/** What stands beside the list while no ticket is open. */
export function NoTicket() {
  return (
    <section className={css.opened} aria-label="Ticket">
      <Empty icon="inbox" title="Choose a ticket">
        <p>
          <Key keys="j" /> and <Key keys="k" /> move through the list, <Key keys="Enter" /> opens, <Key keys="?" />{' '}
          shows all keys.
        </p>
      </Empty>
    </section>
  );
}
