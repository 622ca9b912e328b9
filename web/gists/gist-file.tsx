import { useLocation } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import type { Gist } from '#contract';
import { lazyChunk } from '../app/lazy-chunks.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatSize } from '../ui/format-size.ts';
import { Icon } from '../ui/icon.tsx';
import { FileText } from './file-text.tsx';
import css from './gist.module.css';

const Markdown = lazy(lazyChunk(async () => ({ default: (await import('../markdown/markdown.tsx')).Markdown })));

type File = Gist['files'][string];

/** Longer Markdown is shown as source. */
const maxRenderedCharacters = 50_000;

/** A file of a gist, with a copy button. Markdown is rendered as in a sent message. */
export function GistFile({ name, file }: { name: string; file: File }) {
  const isRenderable = file.language === 'Markdown' && file.content.length <= maxRenderedCharacters;
  const [asSource, showSource] = useState(false);
  const { ref, isTarget } = useScrollToUrlTarget(name);
  return (
    <article ref={ref} className={css.file} aria-label={name} data-target={isTarget || undefined}>
      <header>
        <h2>
          <a href={`#file-${encodeURIComponent(name)}`} title="Link to this file">
            <bdi>{name}</bdi>
            <Icon name="link" size={13} className={css.anchor} />
          </a>
        </h2>
        <span className="number">{[file.language, formatSize(file.size)].filter(Boolean).join(' · ')}</span>
        <span className={css.fileActions}>
          {isRenderable && (
            <button type="button" className="button" aria-pressed={asSource} onClick={() => showSource(!asSource)}>
              Source
            </button>
          )}
          <CopyButton text={file.content} subject={name} />
        </span>
      </header>
      {isRenderable && !asSource ? (
        <div className={css.rendered}>
          <Suspense fallback={<FileText text={file.content} language={null} />}>
            <Markdown text={file.content} id={`file-${encodeURIComponent(name)}`} />
          </Suspense>
        </div>
      ) : (
        <FileText text={file.content} language={file.language} />
      )}
    </article>
  );
}

/** Scrolls a file into view if the URL names it: `#file-reply.md`. */
function useScrollToUrlTarget(fileName: string): { ref: RefObject<HTMLElement | null>; isTarget: boolean } {
  const ref = useRef<HTMLElement>(null);
  const isTarget = useLocation({ select: ({ hash }) => decode(hash) === `file-${fileName}` });
  useEffect(() => {
    if (isTarget) ref.current?.scrollIntoView({ block: 'start' });
  }, [isTarget]);
  return { ref, isTarget };
}

const decode = (hash: string): string => {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
};
