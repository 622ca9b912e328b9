import { useQueryClient } from '@tanstack/react-query';
import { lazy, type RefObject, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useAction } from '../../keyboard/use-action.ts';
import { loadLater } from '../../load-later.ts';
import { OnDemand } from '../../on-demand.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Key } from '../../ui/key.tsx';
import css from './insert-gist.module.css';
import { prefetchChoices } from './read-choices.ts';
import { SearchInput } from './search-input.tsx';
import { useInsertion } from './use-insertion.ts';
import { useSlash } from './use-slash.ts';

const loadPicker = loadLater(() => import('./gist-picker.tsx'));
const GistPicker = lazy(loadPicker);

type InsertGistProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Hears what was inserted, once it is in the field. */
  onInsert: (text: string) => void;
};

/**
 * Inserts a gist into a field: a button, `/` at the beginning of an empty line, and an action by name. The field keeps
 * every word that it has; what is inserted is typed into it as if by hand.
 */
export function InsertGist({ field, onInsert }: InsertGistProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [words, search] = useState('');
  const client = useQueryClient();
  const { insert, type, hasNext, isTyping } = useInsertion(field, () => {
    // Where it cannot be had, whoever opens it is told.
    void loadPicker().catch(() => undefined);
    prefetchChoices(client);
  });
  const open = (): void => {
    if (layer.current?.matches(':popover-open')) return;
    search('');
    layer.current?.showPopover();
  };
  const close = (): void => {
    layer.current?.hidePopover();
    field.current?.focus();
  };
  useAction('gist.insert', open);
  useSlash(field, isTyping, open);
  return (
    <>
      <button
        type="button"
        className={`button ${css.button}`}
        aria-haspopup="dialog"
        // The field keeps the focus: without it the composer folds up on a phone, and the button with it.
        onMouseDown={event => event.preventDefault()}
        onClick={open}
      >
        <Icon name="star" size={14} className={css.star} />
        Insert gist <Key keys="/" always />
      </button>
      <span role="status" className={css.hint}>
        {hasNext && (
          <>
            <Key keys="Tab" /> <span>next blank</span>
          </>
        )}
      </span>
      {/* In the body: what it belongs to may fold up once the focus leaves it, as the composer does on a phone. */}
      {createPortal(
        <div
          ref={layer}
          popover="auto"
          role="dialog"
          aria-label="Insert a gist"
          className={css.layer}
          onBeforeToggle={({ newState }) => {
            if (newState !== 'open' || !layer.current) return;
            setOpen(true);
            placeAbove(layer.current, field.current?.closest('section') ?? field.current);
          }}
          onToggle={({ newState }) => setOpen(newState === 'open')}
          onKeyDown={event => {
            // The layer lies in what it belongs to, which must not take its keys for its own.
            if (event.key === 'Enter') event.stopPropagation();
            if (event.key !== 'Escape') return;
            event.preventDefault();
            close();
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
                onInsert={text => {
                  layer.current?.hidePopover();
                  insert(text);
                  onInsert(text);
                }}
                onSlash={() => {
                  layer.current?.hidePopover();
                  type('/');
                }}
              />
            </OnDemand>
          )}
        </div>,
        document.body,
      )}
    </>
  );
}

const gap = 6;
const margin = 8;
const phoneWidth = 720;

/** Over the top edge of what it belongs to, as wide as that; on a phone along the top, clear of the keys on the screen. */
function placeAbove(layer: HTMLElement, owner: HTMLElement | null): void {
  if (!owner) return;
  const { left, top, width } = owner.getBoundingClientRect();
  const place =
    innerWidth <= phoneWidth
      ? { left: `${margin}px`, top: `${margin}px`, bottom: 'auto', width: `${innerWidth - 2 * margin}px` }
      : { left: `${left}px`, top: 'auto', bottom: `${innerHeight - top + gap}px`, width: `${width}px` };
  const room = innerWidth <= phoneWidth ? innerHeight / 2 : top - gap - margin;
  Object.assign(layer.style, { ...place, height: `${Math.min(420, Math.max(220, room))}px` });
}
