import { useId } from 'react';
import { getFileLanguage } from '#contract/file-languages';
import { formatSize } from '../../ui/format-size.ts';
import { Icon } from '../../ui/icon.tsx';
import { getTextDirection, isProse } from '../is-prose.ts';
import type { FormFile } from './edit-draft.ts';
import css from './gist-form.module.css';

type FileEditorProps = {
  file: FormFile;
  /** The file's name, or the name it gets if unnamed. */
  finalName: string;
  hasDuplicateName: boolean;
  errors: { name: string | undefined; content: string | undefined };
  onChange: (change: { name?: string; content?: string; deleted?: boolean }) => void;
  onDelete: () => void;
};

const largeFileCharacters = 100_000;

/** Edits the name and text of a file. A deleted file stays visible until the gist is saved. */
export function FileEditor({ file, finalName, hasDuplicateName, errors, onChange, onDelete }: FileEditorProps) {
  const id = useId();
  if (file.deleted) return <DeletedFile name={file.was ?? finalName} onUndo={() => onChange({ deleted: false })} />;
  const nameError = hasDuplicateName ? 'is used by more than one file' : errors.name;
  const { language } = getFileLanguage(finalName);
  return (
    <section className={css.file} aria-label={finalName}>
      <header>
        <input
          className={`input ${css.name}`}
          name="filename"
          dir="auto"
          aria-label="File name"
          aria-invalid={nameError !== undefined}
          aria-describedby={nameError && `${id}-name`}
          placeholder={finalName}
          autoComplete="off"
          spellCheck={false}
          value={file.name}
          onChange={event => onChange({ name: event.target.value })}
        />
        <span className={`${css.kind} number`}>
          {[language, formatSize(estimateSize(file.content))].filter(Boolean).join(' · ')}
        </span>
        <button type="button" className="icon-button" aria-label={`Delete ${finalName}`} onClick={onDelete}>
          <Icon name="trash" size={15} />
        </button>
      </header>
      {nameError !== undefined && (
        <p className="field-error" id={`${id}-name`}>
          {finalName} {nameError}
        </p>
      )}
      <textarea
        aria-label={`Text of ${finalName}`}
        aria-invalid={errors.content !== undefined}
        aria-describedby={errors.content && `${id}-content`}
        data-large={file.content.length > largeFileCharacters || undefined}
        dir={getTextDirection(language)}
        spellCheck={isProse(language)}
        value={file.content}
        onChange={event => onChange({ content: event.target.value })}
      />
      {errors.content !== undefined && (
        <p className="field-error" id={`${id}-content`}>
          {finalName} {errors.content}
        </p>
      )}
    </section>
  );
}

function DeletedFile({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <section className={css.deleted} aria-label={name}>
      <Icon name="trash" size={15} />
      <span>
        <s dir="auto">{name}</s> will be deleted when you save
      </span>
      {/* biome-ignore lint/a11y/noAutofocus: it replaces the focused button */}
      <button type="button" className="button" autoFocus onClick={onUndo}>
        Restore<span className="visually-hidden"> {name}</span>
      </button>
    </section>
  );
}

/** Estimates the size of a large file by its characters: fast enough for every keystroke. */
const estimateSize = (content: string): number =>
  content.length > largeFileCharacters ? content.length : new Blob([content]).size;
