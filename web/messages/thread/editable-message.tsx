import { type ReactNode, useRef, useState } from 'react';
import type { Message } from '#contract';
import { discardDraft } from '../../storage/discard-draft.ts';
import type { DraftKey } from '../../storage/drafts.ts';
import { BodyEditor } from './body-editor.tsx';
import { removeSavedEdit, storeEditDraft } from './edit-drafts.ts';
import css from './editable-message.module.css';
import { MessageBody } from './message-body.tsx';
import { type EditInfo, MessageFrame, type MessageKind } from './message-frame.tsx';
import { MessageMenu } from './message-menu.tsx';

type EditableMessageProps = {
  anchor: string;
  path: string;
  /** Name of the edited text: "message", "note" or "description". */
  label: string;
  kind: MessageKind;
  author: string;
  at: string;
  edited: EditInfo | null;
  body: string;
  /** The format of the text, and the number of folded lines at its end. By default Markdown without folded lines. */
  format?: Message['format'];
  foldedLines?: number;
  /** Content above and below the text, such as the mail and the files. */
  above?: ReactNode;
  below?: ReactNode;
  marked: boolean;
  /** Storage key of unsaved edits. */
  draftKey: DraftKey;
  /** Whether there are unsaved edits. */
  hasDraft: boolean;
  mayBeEmpty: boolean;
  /** Saves the text, and resolves to true on success; null without permission. */
  onSave: ((text: string) => Promise<boolean>) | null;
  /** Null without permission. */
  onDelete: (() => void) | null;
  /** Null unless the message arrived by email. */
  onShowOriginal?: (() => void) | null;
  /** Null if the message cannot be forwarded. */
  onForward?: (() => void) | null;
};

/** A message of a thread that can be edited in place. Offers to continue unsaved edits. */
export function EditableMessage(props: EditableMessageProps) {
  const { anchor, path, label, kind, author, at, edited, body, marked, draftKey, hasDraft, mayBeEmpty } = props;
  const { format = 'markdown', foldedLines = 0, above, below, onShowOriginal = null, onForward = null } = props;
  const { onSave, onDelete } = props;
  const [phase, setPhase] = useState<'shown' | 'editing' | 'saving'>('shown');
  const article = useRef<HTMLElement>(null);
  const leave = (): void => {
    setPhase('shown');
    article.current?.focus({ preventScroll: true });
  };
  const save = (text: string): void => {
    leave();
    if (text === body) storeEditDraft(draftKey, null);
    else void send(text);
  };
  const send = async (text: string): Promise<void> => {
    setPhase('saving');
    const isStored = await onSave?.(text);
    if (isStored) removeSavedEdit(draftKey, text);
    setPhase(isStored ? 'shown' : 'editing');
  };
  const edit = onSave && (() => setPhase('editing'));
  const menu = (
    <MessageMenu
      {...{ path, onDelete, onShowOriginal, onForward }}
      name={`${label} of ${author}`}
      text={body}
      isSaving={phase === 'saving'}
      onEdit={edit}
    />
  );
  return (
    <MessageFrame {...{ anchor, kind, author, at, edited, marked, menu }} ref={article}>
      {phase === 'editing' && (
        <BodyEditor
          {...{ label, draftKey, mayBeEmpty }}
          stored={body}
          changedBy={edited?.editor ?? null}
          hasMentions={kind === 'note'}
          onSave={save}
          onLeave={leave}
        />
      )}
      <div hidden={phase === 'editing'}>
        {above}
        <MessageBody {...{ format, foldedLines }} text={body} id={anchor} />
        {below}
      </div>
      {phase === 'shown' && hasDraft && edit && (
        <p className={css.unsaved}>
          <span>You have unsaved changes.</span>
          <button type="button" className="button" onClick={edit}>
            Continue editing
          </button>
          <button type="button" className="button" onClick={() => discardDraft(draftKey, 'Edit discarded')}>
            Discard
          </button>
        </p>
      )}
    </MessageFrame>
  );
}
