import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { matchesAction } from '../../keyboard/matches-action.ts';
import { discardDraft } from '../../storage/discard-draft.ts';
import { type DraftKey, describeDraftState } from '../../storage/drafts.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { MentionList } from '../composer/mentions/mention-list.tsx';
import css from './body-editor.module.css';
import { hasEditConflict, storeEditDraft, useEditDraft } from './edit-drafts.ts';

type BodyEditorProps = {
  /** Name of the edited text: "message", "note" or "description". */
  label: string;
  draftKey: DraftKey;
  stored: string;
  /** Name of the person who changed the stored version, shown on a conflict. */
  changedBy: string | null;
  mayBeEmpty: boolean;
  /** Whether `@` offers people, as in a new note. */
  hasMentions: boolean;
  onSave: (text: string) => void;
  /** Closes the editor; the draft stays stored. */
  onLeave: () => void;
};

/**
 * Edits a message or description in place and stores a draft on every keystroke. If someone else changes the stored
 * text in the meantime, shows both versions; the user has to choose before saving.
 */
export function BodyEditor(props: BodyEditorProps) {
  const { label, draftKey, stored, changedBy, mayBeEmpty, hasMentions, onSave, onLeave } = props;
  const draft = useEditDraft(draftKey) ?? { text: stored, base: stored };
  const hasConflict = hasEditConflict(draft, stored);
  const field = useRef<HTMLTextAreaElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    field.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const canSave = mayBeEmpty || draft.text.trim() !== '';
  const discard = (): void => {
    discardDraft(draftKey, 'Edit discarded');
    onLeave();
  };
  const save = (): void => {
    if (!canSave) return;
    storeEditDraft(draftKey, { text: draft.text, base: stored });
    onSave(draft.text);
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (matchesAction('field.leave', event)) {
      event.preventDefault();
      onLeave();
    }
    if (!matchesAction('form.save', event)) return;
    event.preventDefault();
    if (hasConflict) saveButton.current?.focus();
    else save();
  };

  return (
    <div className={css.editor}>
      {hasConflict && (
        <p role="alert">
          <bdi>{changedBy ?? 'Someone else'}</bdi> changed this while you were editing it
        </p>
      )}
      <div className={css.sides}>
        {hasConflict && <StoredVersion text={stored} />}
        <div className={css.side}>
          {hasConflict && <h3>Your version</h3>}
          <textarea
            ref={field}
            dir="auto"
            aria-label={`Edit the ${label}`}
            value={draft.text}
            onChange={event => storeEditDraft(draftKey, { text: event.target.value, base: draft.base })}
            onKeyDown={handleKeyDown}
          />
          {hasMentions && <MentionList field={field} opens="down" />}
        </div>
      </div>
      <footer>
        <span className={css.hint}>{draft.text === draft.base ? '' : describeDraftState(draftKey)}</span>
        <button type="button" className="button" onClick={discard}>
          {hasConflict ? 'Use theirs' : 'Cancel'}
        </button>
        <button ref={saveButton} type="button" className="button primary" disabled={!canSave} onClick={save}>
          {hasConflict ? 'Save mine' : 'Save'} {!hasConflict && <KeyHint keys="Mod Enter" />}
        </button>
      </footer>
    </div>
  );
}

/** Shows the stored version on a conflict. */
function StoredVersion({ text }: { text: string }) {
  const titleId = useId();
  return (
    <div className={css.side}>
      <h3 id={titleId}>Their version (saved)</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <section className={css.savedVersion} aria-labelledby={titleId} dir="auto" tabIndex={0}>
        {text}
      </section>
    </div>
  );
}
