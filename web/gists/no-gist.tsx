import opened from '../list/detail-pane.module.css';
import { EmptyState } from '../ui/empty-state.tsx';

/** Placeholder beside the list while no gist is open. */
export function NoGist() {
  return (
    <section className={opened.pane} aria-label="Gist">
      <EmptyState icon="file" title="Choose a gist">
        <p>A gist is text your team reuses: a reply, a runbook, a snippet.</p>
      </EmptyState>
    </section>
  );
}
