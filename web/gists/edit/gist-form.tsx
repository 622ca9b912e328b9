import { type ReactNode, useEffect } from 'react';
import { matchesAction } from '../../keyboard/matches-action.ts';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { showUndo } from '../../toasts/toast-store.ts';
import { FormError } from '../../ui/form-error.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Time } from '../../ui/time.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { changeDescription, changeVisibility, type GistContent, getFinalNames, getFormFiles } from './edit-draft.ts';
import { getFormErrors } from './form-errors.ts';
import { GistFiles } from './gist-files.tsx';
import css from './gist-form.module.css';
import type { useDraftState } from './use-draft-state.ts';
import { Visibility } from './visibility.tsx';

type GistFormProps = {
  stored: GistContent;
  /** The owner's id; null for a new gist. */
  ownerId: string | null;
  state: ReturnType<typeof useDraftState>;
  /** Why the gist was not saved. */
  error: Error | null;
  busy: boolean;
  onSave: () => void;
  children?: ReactNode;
};

/** The form of a gist. Sends nothing until the user saves. */
export function GistForm({ stored, ownerId, state, error, busy, onSave, children }: GistFormProps) {
  const { draft, change, restoredFrom, discard: discardDraft } = state;
  const errors = getFormErrors(error, [...getFinalNames(getFormFiles(stored, draft)).values()]);
  useEffect(() => {
    if (error) focusFirstError();
  }, [error]);
  useSaveKeys(onSave);

  const discard = (): void => void showUndo('Changes discarded', discardDraft());

  return (
    <form
      className={css.form}
      aria-label="Gist"
      aria-busy={busy}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        onSave();
      }}
    >
      {restoredFrom !== null && (
        <p className={css.draftMessage} role="status">
          Restored your unsaved changes from <Time at={new Date(restoredFrom).toISOString()} as="when" />
          <button type="button" className="button" onClick={discard}>
            Discard
          </button>
        </p>
      )}
      {children}
      <FormField label="Description" error={errors.forField('description')}>
        {props => (
          <input
            {...props}
            name="description"
            // biome-ignore lint/a11y/noAutofocus: it is the first field of a new gist
            autoFocus={ownerId === null}
            autoComplete="off"
            placeholder="What it is for: “Reply: refund of a double charge”"
            value={draft.description?.value ?? stored.description}
            onChange={event => change(before => changeDescription(before, stored, event.target.value))}
          />
        )}
      </FormField>
      <Visibility
        isPublic={draft.public?.value ?? stored.public}
        ownerId={ownerId}
        onChange={value => change(before => changeVisibility(before, stored, value))}
      />
      <GistFiles stored={stored} draft={draft} change={change} error={error} />
      {errors.general && <FormError error={error} message={errors.general} />}
      <ToastSpacer under="page" />
    </form>
  );
}

/** Focuses the first invalid field, so that screen readers announce its error. */
export const focusFirstError = (): void => document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus();

/** Saves on ⌘Enter and ⌘S, or Ctrl+Enter and Ctrl+S, wherever the focus is. Does nothing while a dialog is open. */
function useSaveKeys(save: () => void): void {
  const latest = useLatest(save);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || !(matchesAction('form.save', event) || matchesAction('gist.save', event))) return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog[open]')) latest.current();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
