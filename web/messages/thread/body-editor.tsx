import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { type DraftPlace, describeKeeping } from '../../kept/drafts.ts';
import { dropDraft } from '../../kept/drop-draft.ts';
import { isKeyOf } from '../../keyboard/is-key-of.ts';
import { Key } from '../../ui/key.tsx';
import css from './body-editor.module.css';
import { isClash, keepEdit, useEditDraft } from './edit-drafts.ts';

type BodyEditorProps = {
  /** What is edited: "message", "description". */
  label: string;
  place: DraftPlace;
  /** What is stored now. */
  stored: string;
  /** Who changed it last, for the case that somebody did meanwhile. */
  changedBy: string | null;
  mayBeEmpty: boolean;
  onSave: (text: string) => void;
  /** Leaves the field; what was typed is kept. */
  onLeave: () => void;
};

/**
 * Edits a text where it stands. Every keystroke is kept. When somebody else changes the text meanwhile, theirs stands
 * beside one's own, and nothing is saved before one has chosen.
 */
export function BodyEditor({ label, place, stored, changedBy, mayBeEmpty, onSave, onLeave }: BodyEditorProps) {
  const draft = useEditDraft(place) ?? { text: stored, base: stored };
  const clash = isClash(draft, stored);
  const field = useRef<HTMLTextAreaElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    field.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const possible = mayBeEmpty || draft.text.trim() !== '';
  const drop = (): void => {
    dropDraft(place, 'Your edit was dropped');
    onLeave();
  };
  const save = (): void => {
    if (!possible) return;
    keepEdit(place, { text: draft.text, base: stored });
    onSave(draft.text);
  };
  const hearKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (isKeyOf('field.leave', event)) {
      event.preventDefault();
      onLeave();
    }
    if (!isKeyOf('form.save', event)) return;
    event.preventDefault();
    if (clash) saveButton.current?.focus();
    else save();
  };

  return (
    <div className={css.editor}>
      {clash && (
        <p role="alert">
          <bdi>{changedBy ?? 'Somebody else'}</bdi> changed this while you were editing it
        </p>
      )}
      <div className={css.sides}>
        {clash && <Theirs text={stored} />}
        <div className={css.side}>
          {clash && <h3>Yours</h3>}
          <textarea
            ref={field}
            dir="auto"
            aria-label={`Edit the ${label}`}
            value={draft.text}
            onChange={event => keepEdit(place, { text: event.target.value, base: draft.base })}
            onKeyDown={hearKey}
          />
        </div>
      </div>
      <footer>
        <span className={css.hint}>{draft.text === draft.base ? '' : describeKeeping(place)}</span>
        <button type="button" className="button" onClick={drop}>
          {clash ? 'Take theirs' : 'Cancel'}
        </button>
        <button ref={saveButton} type="button" className="button primary" disabled={!possible} onClick={save}>
          {clash ? 'Save mine' : 'Save'} {!clash && <Key keys="Mod Enter" />}
        </button>
      </footer>
    </div>
  );
}

/** What is stored, for whoever is about to put something else in its place. */
function Theirs({ text }: { text: string }) {
  const titleId = useId();
  return (
    <div className={css.side}>
      <h3 id={titleId}>Theirs, which is stored</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keys that scroll */}
      <section className={css.theirs} aria-labelledby={titleId} dir="auto" tabIndex={0}>
        {text}
      </section>
    </div>
  );
}
