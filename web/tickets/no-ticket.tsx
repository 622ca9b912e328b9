import css from '../list/opened.module.css';
import { usePreferences } from '../storage/preferences.ts';
import { Empty } from '../ui/empty.tsx';
import { Key } from '../ui/key.tsx';

/** Placeholder beside the list while no ticket is open. */
export function NoTicket() {
  const { shortcuts } = usePreferences();
  return (
    <section className={css.opened} aria-label="Ticket">
      <Empty icon="inbox" title="Choose a ticket">
        {shortcuts ? (
          <p>
            <Key keys="j" /> and <Key keys="k" /> move through the list, <Key keys="Enter" /> opens, <Key keys="?" />{' '}
            shows all keys.
          </p>
        ) : (
          <p>
            It opens here. <Key keys="Mod k" /> finds tickets by number or text.
          </p>
        )}
      </Empty>
    </section>
  );
}
