import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCount } from '../ui/format-count.ts';
import { Icon } from '../ui/icon.tsx';
import { type DraftFile, isPictureType } from './draft-file.ts';
import css from './file-chips.module.css';
import { FileLabel } from './file-label.tsx';
import { getFilePath } from './file-path.ts';
import { retryUpload } from './upload-states.ts';
import { type DraftFiles, type FileStatus, isUnderWay } from './use-draft-files.ts';

type FileChipsProps = {
  draftFiles: DraftFiles;
  onRemove: (file: DraftFile) => void;
  /** Called after the last file was removed. Focuses the next control. */
  onEmpty: () => void;
  /** Why the server rejected the files. */
  error?: string | undefined;
};

/** The files of a draft with the progress of their uploads. Announces failed and completed uploads. */
export function FileChips({ draftFiles, onRemove, onEmpty, error }: FileChipsProps) {
  const { files, statuses, isUnsaved } = draftFiles;
  const problem = draftFiles.excess ?? error;
  const list = useRef<HTMLUListElement>(null);
  const announcement = useUploadAnnouncement(draftFiles);
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
          {isUnsaved && <p>Keep this window open until the files are uploaded</p>}
        </div>
      )}
    </>
  );
}

type FileChipProps = { file: DraftFile; status: FileStatus; onRemove: () => void };

function FileChip({ file, status, onRemove }: FileChipProps) {
  const stateId = useId();
  const [isThumbnailBroken, setThumbnailBroken] = useState(false);
  const isFailed = status.is === 'failed';
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    onRemove();
  };
  const { attachmentId: id, name, size, type } = file;
  const hasThumbnail = status.is === 'done' && id !== null && isPictureType(type) && !isThumbnailBroken;
  return (
    <li className={css.chip} data-failed={isFailed || undefined} onErrorCapture={() => setThumbnailBroken(true)}>
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
    <span className="number">{percent}%</span>
  </>
);

/** Returns a sentence when an upload has failed, and when all uploads have finished: "3 files uploaded". */
function useUploadAnnouncement({ files, statuses }: DraftFiles): string {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [sentence, setSentence] = useState('');
  const filterByStatus = (matches: (status: FileStatus) => boolean): readonly DraftFile[] =>
    files.filter((_, index) => matches(statuses[index] ?? { is: 'waiting' }));
  const pending = filterByStatus(isUnderWay).map(({ key }) => key);
  const failed = filterByStatus(({ is }) => is === 'failed').filter(({ key }) => seen.includes(key));
  const unseen = pending.filter(key => !seen.includes(key));
  if (unseen.length > 0) {
    setSeen([...seen, ...unseen]);
    setSentence('');
  } else if (failed.length > 0 || (seen.length > 0 && pending.length === 0)) {
    const uploaded = files.filter(file => seen.includes(file.key) && !failed.includes(file)).length;
    setSeen(pending.length === 0 ? [] : seen.filter(key => !failed.some(file => file.key === key)));
    setSentence(describeUploads(failed, pending.length === 0 ? uploaded : 0));
  }
  return sentence;
}

function describeUploads(failed: readonly DraftFile[], uploaded: number): string {
  const sentences = failed.map(({ name }) => `Couldn’t upload ${name}`);
  if (uploaded > 0) sentences.push(`${formatCount(uploaded, 'file')} uploaded`);
  return sentences.join('. ');
}
