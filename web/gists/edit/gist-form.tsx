import { type ReactNode, useEffect, useRef } from 'react';
import { NoticeRoom } from '../../notices/notice-room.tsx';
import { showUndo } from '../../notices/notices.ts';
import { FormField } from '../../ui/form-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Key } from '../../ui/key.tsx';
import { Time } from '../../ui/time.tsx';
import { complaintsOf } from './complaints.ts';
import {
  addFile,
  changeDescription,
  changeFile,
  changeVisibility,
  dropFile,
  finalNames,
  formFiles,
  repeatedNames,
  type Written,
} from './edit-draft.ts';
import { FileEditor } from './file-editor.tsx';
import css from './gist-form.module.css';
import type { useDraftState } from './use-draft-state.ts';
import { Visibility } from './visibility.tsx';

type GistFormProps = {
  /** What is stored, beneath the draft. */
  stored: Written;
  /** Whose it is; null while it is nobody's yet. */
  ownerId: string | null;
  state: ReturnType<typeof useDraftState>;
  /** Why the server refused it. */
  error: Error | null;
  busy: boolean;
  onSave: () => void;
  children?: ReactNode;
};

/** The fields of a gist. Every one is editable all the time; nothing is sent before it is saved. */
export function GistForm({ stored, ownerId, state, error, busy, onSave, children }: GistFormProps) {
  const { draft, change, restoredFrom, forget } = state;
  const form = useRef<HTMLFormElement>(null);
  const files = formFiles(stored, draft);
  const names = finalNames(files);
  const repeated = repeatedNames(files);
  const complaints = complaintsOf(error, [...names.values()]);
  const focusNewest = useFocusOfNewFile(form, files.length);
  useEffect(() => {
    if (error) focusComplaint();
  }, [error]);
  useSaveKeys(onSave);

  const remove = (key: string): void => {
    const file = files.find(each => each.key === key);
    const isWorthless = file?.was === null && file.content === '';
    change(before => (isWorthless ? dropFile(before, key) : changeFile(before, stored, key, { deleted: true })));
  };
  const discard = (): void => void showUndo('Changes discarded', forget());

  return (
    <form
      ref={form}
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
        <p className={css.restored} role="status">
          Your unsaved changes from <Time at={new Date(restoredFrom).toISOString()} as="when" />
          <button type="button" className="button" onClick={discard}>
            Discard
          </button>
        </p>
      )}
      {children}
      <FormField label="Description" error={complaints.of('description')}>
        {props => (
          <input
            {...props}
            name="description"
            // biome-ignore lint/a11y/noAutofocus: whoever writes a new gist came for this field
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
      {files.map(file => (
        <FileEditor
          key={file.key}
          file={file}
          finalName={names.get(file.key) ?? file.name}
          isRepeated={repeated.has(names.get(file.key) ?? '')}
          complaint={complaints.ofFile(names.get(file.key) ?? file.name)}
          onChange={edit => change(before => changeFile(before, stored, file.key, edit))}
          onDelete={() => remove(file.key)}
        />
      ))}
      <button
        type="button"
        className={`button ${css.add}`}
        onClick={() => {
          focusNewest();
          change(before => addFile(before, crypto.randomUUID()));
        }}
      >
        <Icon name="plus" size={14} /> Add a file
      </button>
      {complaints.general && (
        <p className="field-error" role="alert">
          {complaints.general}
        </p>
      )}
      <p className={css.hint} id="tab-hint">
        <Key keys="Tab" /> indents in a file; <Key keys="Escape" /> and then <Key keys="Tab" /> leaves it.
      </p>
      <NoticeRoom under="page" />
    </form>
  );
}

/** Answers a way to say that a file is about to be added, whose name then gets the focus. */
function useFocusOfNewFile(form: { current: HTMLFormElement | null }, count: number): () => void {
  const isWanted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when there is another file
  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    const names = form.current?.querySelectorAll<HTMLInputElement>('input[name=filename]');
    names?.[names.length - 1]?.focus();
  }, [count]);
  return () => {
    isWanted.current = true;
  };
}

/** What is wrong gets the focus, so that one hears why. */
export const focusComplaint = (): void => document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus();

/** ⌘Enter and ⌘S, wherever the focus is. */
function useSaveKeys(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey || event.isComposing) return;
      if (event.key !== 'Enter' && event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog[open]')) latest.current();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}
