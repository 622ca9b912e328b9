import { lazy, useId, useRef, useState } from 'react';
import { LazyBoundary } from '../app/lazy-boundary.tsx';
import { lazyChunk } from '../app/lazy-chunks.ts';
import { useAction } from '../keyboard/use-action.ts';
import { openModal } from '../ui/open-modal.ts';
import css from './palette.module.css';
import { QueryField } from './query-field.tsx';

const PaletteBox = lazy(lazyChunk(() => import('./palette-box.tsx')));

/** The command palette: finds actions, views, tickets and gists. Restores focus and caret when it closes. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const wasEnterPressed = useRef(false);
  const closeModal = useRef(() => {});
  const titleId = useId();
  const [query, setQuery] = useState<string | null>(null);
  useAction('palette', () => {
    if (!dialog.current || dialog.current.open) return;
    closeModal.current = openModal(dialog.current);
    wasEnterPressed.current = false;
    setQuery('');
  });
  // Restores the previous focus. If there was none, focuses the content.
  const close = (): void => {
    closeModal.current();
    setQuery(null);
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key that dismisses a dialog is Escape, and arrives as `cancel`
    <dialog
      ref={dialog}
      className={css.palette}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault();
        close();
      }}
      onClick={event => event.target === dialog.current && close()}
    >
      <h2 id={titleId} className="visually-hidden">
        Command palette
      </h2>
      {query !== null && (
        <LazyBoundary
          name="palette"
          height="240px"
          fallback={
            <LoadingPalette
              query={query}
              onType={setQuery}
              onEnter={() => (wasEnterPressed.current = true)}
              close={close}
            />
          }
        >
          <PaletteBox query={query} onType={setQuery} wasEnterPressed={wasEnterPressed} close={close} />
        </LazyBoundary>
      )}
    </dialog>
  );
}

type LoadingPaletteProps = { query: string; onType: (query: string) => void; onEnter: () => void; close: () => void };

/** Accepts input while the palette loads. */
const LoadingPalette = ({ query, onType, onEnter, close }: LoadingPaletteProps) => (
  <>
    <QueryField
      value={query}
      onChange={event => onType(event.target.value)}
      onKeyDown={event => event.key === 'Enter' && onEnter()}
      close={close}
    />
    <div className={css.list} aria-busy="true" />
  </>
);
