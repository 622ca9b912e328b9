import { lazy, type RefObject, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { LazyBoundary } from '../../app/lazy-boundary.tsx';
import { lazyChunk } from '../../app/lazy-chunks.ts';
import { useReposition } from '../../ui/use-reposition.ts';
import css from './insert-gist.module.css';
import { SearchInput } from './search-input.tsx';

export const loadPicker = lazyChunk(() => import('./gist-picker.tsx'));
const GistPicker = lazy(loadPicker);

type GistLayerProps = {
  layer: RefObject<HTMLDivElement | null>;
  field: RefObject<HTMLTextAreaElement | null>;
  onInsert: (text: string) => void;
  /** Called for a slash in the empty search field. Types a slash into the message. */
  onSlash: () => void;
};

/**
 * Popover to choose a gist, above the field's section. It is a child of the body, because a section without the focus
 * may collapse, for example the composer on a phone.
 */
export function GistLayer({ layer, field, onInsert, onSlash }: GistLayerProps) {
  /** Number of the current opening; 0 while closed. */
  const [opening, setOpening] = useState(0);
  const lastOpening = useRef(0);
  const [query, search] = useState('');
  const reposition = (): void => placeAbove(layer.current, field.current?.closest('section') ?? field.current);
  useReposition(opening > 0, reposition);
  const closeAnd = (action: () => void): void => {
    layer.current?.hidePopover();
    action();
  };
  return createPortal(
    <div
      ref={layer}
      popover="auto"
      role="dialog"
      aria-label="Insert gist"
      className={css.layer}
      onBeforeToggle={({ newState }) => {
        if (newState !== 'open') return;
        search('');
        setOpening(++lastOpening.current);
        reposition();
      }}
      onToggle={({ newState }) => newState === 'closed' && setOpening(0)}
      onKeyDown={event => {
        // React events bubble to the portal's parent, which must not handle Enter.
        if (event.key === 'Enter') event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        closeAnd(() => field.current?.focus());
      }}
    >
      {/* Each opening has its own key: if a popover reopens immediately, no `toggle` event reports the closing. */}
      {opening > 0 && (
        <LazyBoundary
          key={opening}
          name="gist-picker"
          height="200px"
          fallback={<SearchInput query={query} onSearch={search} label="Search gists" />}
        >
          <GistPicker
            query={query}
            onSearch={search}
            onInsert={text => closeAnd(() => onInsert(text))}
            onSlash={() => closeAnd(onSlash)}
          />
        </LazyBoundary>
      )}
    </div>,
    document.body,
  );
}

const gapPixels = 6;
const marginPixels = 8;
const phoneWidthPixels = 720;

/** Positions the layer above its owner, at the same width. On a phone, at the top, clear of the on-screen keyboard. */
function placeAbove(layer: HTMLElement | null, owner: HTMLElement | null): void {
  if (!layer || !owner) return;
  const { left, top, width } = owner.getBoundingClientRect();
  const position =
    innerWidth <= phoneWidthPixels
      ? {
          left: `${marginPixels}px`,
          top: `${marginPixels}px`,
          bottom: 'auto',
          width: `${innerWidth - 2 * marginPixels}px`,
        }
      : { left: `${left}px`, top: 'auto', bottom: `${innerHeight - top + gapPixels}px`, width: `${width}px` };
  const available = innerWidth <= phoneWidthPixels ? innerHeight / 2 : top - gapPixels - marginPixels;
  Object.assign(layer.style, { ...position, height: `${Math.min(420, Math.max(220, available))}px` });
}
