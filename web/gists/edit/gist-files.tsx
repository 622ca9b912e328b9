import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import {
  addFile,
  changeFile,
  findDuplicateNames,
  type GistContent,
  getFinalNames,
  getFormFiles,
  removeNewFile,
} from './edit-draft.ts';
import { FileEditor } from './file-editor.tsx';
import { getFormErrors } from './form-errors.ts';
import type { LocalGistDraft } from './gist-draft.ts';
import css from './gist-form.module.css';

type GistFilesProps = {
  stored: GistContent;
  draft: LocalGistDraft;
  change: (edit: (draft: LocalGistDraft) => LocalGistDraft) => void;
  /** Why the gist was not saved. */
  error: Error | null;
};

/** The files of a gist in its form, with a button that adds a file. */
export function GistFiles({ stored, draft, change, error }: GistFilesProps) {
  const files = getFormFiles(stored, draft);
  const names = getFinalNames(files);
  const duplicates = findDuplicateNames(files);
  const { forFile } = getFormErrors(error, [...names.values()]);
  const { list, focusNewest } = useNewFileFocus(files.length);
  const remove = (key: string): void => {
    const file = files.find(each => each.key === key);
    const isEmptyNew = file?.was === null && file.content === '';
    change(before => (isEmptyNew ? removeNewFile(before, key) : changeFile(before, stored, key, { deleted: true })));
  };
  return (
    <>
      <div ref={list} className={css.files}>
        {files.map(file => {
          // A deleted file may have no name yet.
          const finalName = names.get(file.key) ?? (file.name || 'Unnamed file');
          return (
            <FileEditor
              key={file.key}
              file={file}
              finalName={finalName}
              hasDuplicateName={duplicates.has(finalName)}
              errors={forFile(finalName)}
              onChange={edit => change(before => changeFile(before, stored, file.key, edit))}
              onDelete={() => remove(file.key)}
            />
          );
        })}
      </div>
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
    </>
  );
}

/** `focusNewest` focuses the name field of the next file that is added. */
function useNewFileFocus(count: number) {
  const list = useRef<HTMLDivElement>(null);
  const mustFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a file was added
  useEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    const names = list.current?.querySelectorAll<HTMLInputElement>('input[name=filename]');
    names?.[names.length - 1]?.focus();
  }, [count]);
  const focusNewest = (): void => {
    mustFocus.current = true;
  };
  return { list, focusNewest };
}
