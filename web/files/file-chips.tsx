import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../ui/icon.tsx';
import { type DraftFile, isPictureType } from './draft-file.ts';
import css from './file-chips.module.css';
import { FileLabel } from './file-label.tsx';
import { getFilePath } from './file-path.ts';
import { retryUpload } from './upload-states.ts';
import type { DraftFiles, FileStatus } from './use-draft-files.ts';

type FileChipsProps = {
  draftFiles: DraftFiles;
  onRemove: (file: DraftFile) => void;
  /** Focuses the next control when the last file was removed. */
  onEmpty: () => void;
  /** Why the server rejected the files. */
  error?: string | undefined;
};

/** The files of a draft with the progress of their upload. Announces when all are uploaded. */
export function FileChips({ draftFiles, onRemove, onEmpty, error }: FileChipsProps) {
  const { files, statuses, isUnsaved } = draftFiles;
  const problem = draftFiles.excess ?? error;
  const list = useRef<HTMLUListElement>(null);
  const announcement = useAnnouncement(draftFiles);
  const remove = (file: DraftFile, index: number): void => {
    flushSync(() => onRemove(file));
    const chips = [...(list.current?.children ?? [])];
    const next = (chips[index] ?? chips.at(-1))?.querySelector<HTMLElement>('[data-remove]');
    if (next) next.focus();
    else onEmpty();
  };
  return (
    <>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
      {files.length > 0 && (
        <div className={css.files}>
          <ul ref={list} aria-label="Files">
            {files.map((file, index) => (
              <FileChip
                key={file.key}
                file={file}
                status={statuses[index] ?? { is: 'waiting' }}
                onRemove={() => remove(file, index)}
              />
            ))}
          </ul>
          {problem && (
            <p role="alert" className={css.problem}>
              {problem}
            </p>
          )}
          {isUnsaved && <p>Files stay here until you close this window</p>}
        </div>
      )}
    </>
  );
}

type FileChipProps = { file: DraftFile; status: FileStatus; onRemove: () => void };

function FileChip({ file, status, onRemove }: FileChipProps) {
  const stateId = useId();
  const [isBroken, setBroken] = useState(false);
  const isFailed = status.is === 'failed';
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    onRemove();
  };
  const { attachmentId: id, name, size, type } = file;
  const hasThumbnail = status.is === 'done' && id !== null && isPictureType(type) && !isBroken;
  return (
    <li className={css.chip} data-failed={isFailed || undefined} onErrorCapture={() => setBroken(true)}>
      <FileLabel
        name={name}
        size={isFailed ? undefined : size}
        thumbnail={hasThumbnail ? getFilePath({ id, name }) : undefined}
      />
      <span id={stateId} className={css.state}>
        {status.is === 'waiting' && 'Waiting'}
        {status.is === 'uploading' && <Progress name={name} percent={status.percent} />}
        {isFailed && status.reason}
      </span>
      {isFailed && status.mayRetry && (
        <button
          type="button"
          className={css.action}
          aria-label={`Retry ${name}`}
          onClick={() => retryUpload(file.key)}
          onKeyDown={handleKeyDown}
        >
          Retry
        </button>
      )}
      <button
        type="button"
        className={isFailed ? css.action : css.remove}
        aria-label={`Remove ${name}`}
        aria-describedby={stateId}
        data-remove
        onClick={onRemove}
        onKeyDown={handleKeyDown}
      >
        {isFailed ? 'Remove' : <Icon name="cross" size={12} />}
      </button>
    </li>
  );
}

const Progress = ({ name, percent }: { name: string; percent: number }) => (
  <>
    <progress className={css.bar} aria-label={`Upload of ${name}`} max={100} value={percent} />
    <span className="number">{percent} %</span>
  </>
);

/** Returns a sentence once no upload is left: "3 files uploaded". */
function useAnnouncement({ files, pending }: DraftFiles): string {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [sentence, setSentence] = useState('');
  const waiting = files.filter(({ attachmentId }) => attachmentId === null).map(({ key }) => key);
  const unseen = waiting.filter(key => !seen.includes(key));
  if (unseen.length > 0) {
    setSeen([...seen, ...unseen]);
    setSentence('');
  } else if (seen.length > 0 && pending === 0) {
    const count = files.filter(({ key }) => seen.includes(key)).length;
    setSeen([]);
    setSentence(count === 0 ? '' : `${count === 1 ? '1 file' : `${count} files`} uploaded`);
  }
  return sentence;
}
