import { memo, type ReactNode, useId, useState } from 'react';
import type { MessageFile } from '#contract';
import { DownloadLink } from '../../files/download-link.tsx';
import { FileLabel } from '../../files/file-label.tsx';
import { formatSize } from '../../ui/format-size.ts';
import css from './message-files.module.css';
import { describeScan, type FileScans } from './queries.ts';
import { Thumbnail } from './thumbnail.tsx';

type MessageFilesProps = {
  files: readonly MessageFile[];
  /** Undefined until loaded. */
  scans: FileScans | undefined;
};

/** Files beyond this number are collapsed. */
const maxShown = 6;

/** The files of a message: pictures as thumbnails, other files as rows. */
export const MessageFiles = memo(function MessageFiles({ files, scans }: MessageFilesProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const listId = useId();
  if (files.length === 0) return null;
  const shown = isUnfolded ? files : files.slice(0, maxShown);
  const pictures = shown.filter(({ inline }) => inline);
  const others = shown.filter(({ inline }) => !inline);
  return (
    <div className={css.files}>
      <div id={listId}>
        {pictures.length > 0 && (
          <ul className={css.pictures} aria-label="Pictures">
            {pictures.map(file => {
              const unavailable = describeScan(scans, file.id);
              return (
                <li key={file.id}>
                  {/* A changed key reloads a picture that failed to load before its scan. */}
                  <Thumbnail key={unavailable} picture={file} unavailable={unavailable} />
                </li>
              );
            })}
          </ul>
        )}
        {others.length > 0 && (
          <ul className={css.rows} aria-label="Other files">
            {others.map(file => (
              <li key={file.id}>
                <FileRow file={file} unavailable={describeScan(scans, file.id)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {files.length > maxShown && (
        <button
          type="button"
          className={css.unfold}
          aria-expanded={isUnfolded}
          aria-controls={listId}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {files.length} files, {formatSize(files.reduce((sum, { size }) => sum + size, 0))} ·{' '}
          <span>{isUnfolded ? 'Show fewer' : 'Show all'}</span>
        </button>
      )}
    </div>
  );
});

/** A file with its download link, or with the reason why it is unavailable. */
const FileRow = ({ file, unavailable }: { file: MessageFile; unavailable: string | null }): ReactNode => (
  <>
    <FileLabel name={file.name} size={file.size} />
    <DownloadLink file={file} unavailable={unavailable} />
  </>
);
