import { useRef, useState } from 'react';
import type { DraftPlace } from '../../kept/drafts.ts';
import { dropDraft } from '../../kept/drop-draft.ts';
import { Markdown } from '../../markdown/markdown.tsx';
import { BodyEditor } from './body-editor.tsx';
import { keepEdit } from './edit-drafts.ts';
import css from './editable-message.module.css';
import { type Edited, type Kind, Message } from './message.tsx';
import { MessageMenu } from './message-menu.tsx';

/** Hears what became of a text that was to be saved. */
export type SaveCallbacks = { onSuccess: () => void; onError: () => void };

type EditableMessageProps = {
  anchor: string;
  path: string;
  /** What is edited: "message", "description". */
  label: string;
  kind: Kind;
  author: string;
  at: string;
  edited: Edited | null;
  body: string;
  marked: boolean;
  /** Where its author's changes are kept until they are saved. */
  place: DraftPlace;
  /** Whether there are any. */
  hasDraft: boolean;
  mayBeEmpty: boolean;
  /** Null where the person may not. */
  onSave: ((text: string, callbacks: SaveCallbacks) => void) | null;
  onDelete: (() => void) | null;
};

/** A message of a thread, which is edited where it stands. What was changed and not saved is offered again. */
export function EditableMessage(props: EditableMessageProps) {
  const { anchor, path, label, kind, author, at, edited, body, marked, place, hasDraft, mayBeEmpty } = props;
  const { onSave, onDelete } = props;
  const [phase, setPhase] = useState<'shown' | 'edited' | 'saved'>('shown');
  const article = useRef<HTMLElement>(null);
  const leave = (): void => {
    setPhase('shown');
    article.current?.focus({ preventScroll: true });
  };
  const save = (text: string): void => {
    leave();
    if (text === body) keepEdit(place, null);
    else send(text);
  };
  const send = (text: string): void => {
    setPhase('saved');
    onSave?.(text, {
      onSuccess: () => {
        keepEdit(place, null);
        setPhase('shown');
      },
      onError: () => setPhase('edited'),
    });
  };
  const edit = onSave && phase !== 'saved' ? () => setPhase('edited') : null;
  const menu = <MessageMenu of={`${label} of ${author}`} text={body} path={path} onEdit={edit} onDelete={onDelete} />;
  return (
    <Message {...{ anchor, kind, author, at, edited, marked, menu }} ref={article}>
      {phase === 'edited' && (
        <BodyEditor
          {...{ label, place, mayBeEmpty }}
          stored={body}
          changedBy={edited?.by ?? null}
          onSave={save}
          onLeave={leave}
        />
      )}
      <div hidden={phase === 'edited'}>
        <Markdown text={body} id={anchor} />
      </div>
      {phase === 'shown' && hasDraft && edit && (
        <p className={css.unsaved}>
          <span>You changed this and did not save it.</span>
          <button type="button" className="button" onClick={edit}>
            Go on
          </button>
          <button type="button" className="button" onClick={() => dropDraft(place, 'Your edit was dropped')}>
            Drop the change
          </button>
        </p>
      )}
    </Message>
  );
}
