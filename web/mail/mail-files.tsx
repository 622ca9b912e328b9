import type { ReactNode } from 'react';
import { FileLabel } from '../files/file-label.tsx';
import css from './mail-detail.module.css';

type MailFile = { name: string; size: number };

type MailFilesProps<File> = {
  files: readonly File[];
  /** Renders content after a file, in the same line. */
  children?: (file: File) => ReactNode;
};

/** The files of a mail, below its text. */
export function MailFiles<File extends MailFile>({ files, children }: MailFilesProps<File>) {
  if (files.length === 0) return null;
  return (
    <ul className={css.files} aria-label="Files">
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files may have the same name, and a mail never changes
        <li key={index}>
          <FileLabel name={file.name} size={file.size} />
          {children?.(file)}
        </li>
      ))}
    </ul>
  );
}
