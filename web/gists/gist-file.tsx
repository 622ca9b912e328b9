import type { Gist } from '#contract';
import { Code } from '../code/code.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import css from './gist.module.css';

type File = Gist['files'][string];

/** A file of a gist, as it is and ready to copy. */
export function GistFile({ name, file }: { name: string; file: File }) {
  return (
    <article className={css.file}>
      <header>
        <h2>{name}</h2>
        <span className="number">{[file.language, describeSize(file.size)].filter(Boolean).join(' · ')}</span>
        <CopyButton text={file.content} what={name} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keys that scroll */}
      <pre tabIndex={0}>
        <Code text={file.content} language={file.language} />
      </pre>
    </article>
  );
}

const kibibyte = 1024;

const describeSize = (bytes: number): string =>
  bytes < kibibyte ? `${bytes} bytes` : `${(bytes / kibibyte).toFixed(1)} KiB`;
