import { lazy, type RefObject, useState } from 'react';
import { createPortal } from 'react-dom';
import { loadLater } from '../../load-later.ts';
import { OnDemand } from '../../on-demand.tsx';
import { usePlaced } from '../../ui/use-placed.ts';
import css from './insert-gist.module.css';
import { SearchInput } from './search-input.tsx';

/** Loads what the layer shows. */
export const loadPicker = loadLater(() => import('./gist-picker.tsx'));
const GistPicker = lazy(loadPicker);

type GistLayerProps = {
  layer: RefObject<HTMLDivElement | null>;
  field: RefObject<HTMLTextAreaElement | null>;
  onInsert: (text: string) => void;
  /** A slash in the empty field: it was meant as one. */
  onSlash: () => void;
};

/**
 * The layer in which a gist is chosen, above whatever the field belongs to. It lies in the body: what it belongs to may
 * fold up once the focus leaves it, as the composer does on a phone.
 */
export function GistLayer({ layer, field, onInsert, onSlash }: GistLayerProps) {
  const [isOpen, setOpen] = useState(false);
  const [words, search] = useState('');
  const place = (): void => placeAbove(layer.current, field.current?.closest('section') ?? field.current);
  usePlaced(isOpen, place);
  const closing = (act: () => void): void => {
    layer.current?.hidePopover();
    act();
  };
  return createPortal(
    <div
      ref={layer}
      popover="auto"
      role="dialog"
      aria-label="Insert a gist"
      className={css.layer}
      onBeforeToggle={({ newState }) => {
        if (newState !== 'open') return;
        search('');
        setOpen(true);
        place();
      }}
      onToggle={({ newState }) => setOpen(newState === 'open')}
      onKeyDown={event => {
        // To React the layer lies in what it belongs to, which must not take its keys for its own.
        if (event.key === 'Enter') event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        closing(() => field.current?.focus());
      }}
    >
      {isOpen && (
        <OnDemand
          name="gist-picker"
          height="200px"
          waiting={<SearchInput words={words} onSearch={search} label="Search gists" />}
        >
          <GistPicker
            words={words}
            onSearch={search}
            onInsert={text => closing(() => onInsert(text))}
            onSlash={() => closing(onSlash)}
          />
        </OnDemand>
      )}
    </div>,
    document.body,
  );
}

const gap = 6;
const margin = 8;
const phoneWidth = 720;

/** Over the top edge of what it belongs to, as wide as that; on a phone along the top, clear of the keys on the screen. */
function placeAbove(layer: HTMLElement | null, owner: HTMLElement | null): void {
  if (!layer || !owner) return;
  const { left, top, width } = owner.getBoundingClientRect();
  const place =
    innerWidth <= phoneWidth
      ? { left: `${margin}px`, top: `${margin}px`, bottom: 'auto', width: `${innerWidth - 2 * margin}px` }
      : { left: `${left}px`, top: 'auto', bottom: `${innerHeight - top + gap}px`, width: `${width}px` };
  const room = innerWidth <= phoneWidth ? innerHeight / 2 : top - gap - margin;
  Object.assign(layer.style, { ...place, height: `${Math.min(420, Math.max(220, room))}px` });
}
