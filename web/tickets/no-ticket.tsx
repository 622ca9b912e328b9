import { lazy } from 'react';
import { LazyBoundary } from '../app/lazy-boundary.tsx';
import { lazyChunk } from '../app/lazy-chunks.ts';
import pane from '../list/detail-pane.module.css';
import { usePreferences } from '../storage/preferences.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { useMedia } from '../ui/use-media.ts';
import { useAfterFirstList } from './list/use-after-first-list.ts';
import css from './no-ticket.module.css';

const Queue = lazy(lazyChunk(() => import('./queue/queue.tsx')));

/**
 * Shows the person's queue while no ticket is open. The queue appears after the list has loaded. Narrow windows show
 * only the list.
 */
export function NoTicket() {
  const isNarrow = useMedia('(max-width: 720px)');
  const isAfterFirstList = useAfterFirstList();
  if (isNarrow) return null;
  return (
    <section className={`${pane.pane} ${css.pane}`} aria-label="Ticket">
      <h2>Your queue</h2>
      <KeyHelp />
      {isAfterFirstList && (
        <LazyBoundary name="queue" height="240px">
          <Queue />
        </LazyBoundary>
      )}
    </section>
  );
}

function KeyHelp() {
  const { shortcuts } = usePreferences();
  if (!shortcuts) {
    return (
      <p>
        Choose a ticket. <KeyHint keys="Mod k" /> finds tickets by number or text.
      </p>
    );
  }
  return (
    <p>
      Choose a ticket. <KeyHint keys="j" /> and <KeyHint keys="k" /> move through the list. <KeyHint keys="Enter" />{' '}
      opens a ticket. <KeyHint keys="?" /> shows all shortcuts.
    </p>
  );
}
