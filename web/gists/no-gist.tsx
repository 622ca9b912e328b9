import opened from '../list/opened.module.css';
import { Empty } from '../ui/empty.tsx';

/** Placeholder beside the list while no gist is open. */
export function NoGist() {
  return (
    <section className={opened.opened} aria-label="Gist">
      <Empty icon="file" title="Choose a gist">
        <p>A gist is text your team reuses: a reply, a runbook, a snippet.</p>
      </Empty>
    </section>
  );
}
