import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useAction } from '../../keyboard/use-action.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { GistLayer, loadPicker } from './gist-layer.tsx';
import css from './insert-gist.module.css';
import { prefetchChoices } from './use-choices.ts';
import { useInsertion } from './use-insertion.ts';
import { useSlash } from './use-slash.ts';

type InsertGistProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  onInsert: (text: string) => void;
};

/**
 * Button that inserts a gist at the caret. `/` on an empty line and a keyboard action open the same picker. Insertions
 * of up to 20,000 characters can be undone like typing.
 */
export function InsertGist({ field, onInsert }: InsertGistProps) {
  const layer = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const { insert, insertText, hasNext, isInserting } = useInsertion(field, () => {
    // A failure is reported when the picker is opened.
    void loadPicker().catch(() => undefined);
    prefetchChoices(client);
  });
  const open = (): void => {
    if (!layer.current?.matches(':popover-open')) layer.current?.showPopover();
  };
  useAction('gist.insert', open);
  useSlash(field, isInserting, open);
  return (
    <>
      <button
        type="button"
        className={`button ${css.button}`}
        aria-haspopup="dialog"
        // The focus stays in the field. Otherwise the composer collapses on a phone, and hides the button.
        onMouseDown={event => event.preventDefault()}
        onClick={open}
      >
        <Icon name="snippet" size={14} />
        Insert gist <KeyHint keys="/" always />
      </button>
      <span role="status" className={css.hint}>
        {hasNext && (
          <>
            <KeyHint keys="Tab" /> <span>next placeholder</span>
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
        onSlash={() => insertText('/')}
      />
    </>
  );
}
