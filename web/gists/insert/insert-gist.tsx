import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useAction } from '../../keyboard/use-action.ts';
import { Icon } from '../../ui/icon.tsx';
import { Key } from '../../ui/key.tsx';
import { GistLayer, loadPicker } from './gist-layer.tsx';
import css from './insert-gist.module.css';
import { prefetchChoices } from './read-choices.ts';
import { useInsertion } from './use-insertion.ts';
import { useSlash } from './use-slash.ts';

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
  const client = useQueryClient();
  const { insert, type, hasNext, isTyping } = useInsertion(field, () => {
    // Where it cannot be had, whoever opens it is told.
    void loadPicker().catch(() => undefined);
    prefetchChoices(client);
  });
  const open = (): void => {
    if (!layer.current?.matches(':popover-open')) layer.current?.showPopover();
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
      <GistLayer
        layer={layer}
        field={field}
        onInsert={text => {
          insert(text);
          onInsert(text);
        }}
        onSlash={() => type('/')}
      />
    </>
  );
}
