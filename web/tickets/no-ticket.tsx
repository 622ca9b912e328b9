import css from '../list/detail-pane.module.css';
import { usePreferences } from '../storage/preferences.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { KeyHint } from '../ui/key-hint.tsx';

/** Placeholder beside the list while no ticket is open. */
export function NoTicket() {
  const { shortcuts } = usePreferences();
  return (
    <section className={css.pane} aria-label="Ticket">
      <EmptyState icon="inbox" title="Choose a ticket">
        {shortcuts ? (
          <p>
            <KeyHint keys="j" /> and <KeyHint keys="k" /> move through the list, <KeyHint keys="Enter" /> opens,{' '}
            <KeyHint keys="?" /> shows all keys.
          </p>
        ) : (
          <p>
            It opens here. <KeyHint keys="Mod k" /> finds tickets by number or text.
          </p>
        )}
      </EmptyState>
    </section>
  );
}
