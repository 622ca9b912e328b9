import type { MouseEvent, ReactNode } from 'react';
import { hiddenHost } from './hidden-host.ts';
import css from './markdown.module.css';

type AnchorProps = {
  href: string | undefined;
  /** What one reads of it. */
  words: string;
  /** Leads to a footnote of the same text, or back. */
  isFootnote?: boolean;
  id?: string | undefined;
  children: ReactNode;
};

/**
 * A link that somebody wrote. Where it leads is their choice: it opens apart, learns nothing of us, and says where it
 * leads when its words say otherwise. Without an address it is text.
 */
export function Anchor({ href, words, isFootnote = false, id, children }: AnchorProps) {
  if (isFootnote) {
    return (
      <a id={id} href={href} onClick={goWithin} aria-label={words === '↩' ? 'Back to the text' : `Footnote ${words}`}>
        {children}
      </a>
    );
  }
  if (!href || href.startsWith('#')) return <span>{children}</span>;
  const hidden = hiddenHost(words, href);
  return (
    <>
      <a href={href} title={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
      {hidden !== null && <span className={css.host}> (leads to {hidden})</span>}
    </>
  );
}

/** The address of the page stays that of the ticket. */
function goWithin(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const target = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)));
  target?.scrollIntoView({ block: 'nearest' });
  (target?.closest<HTMLElement>('a') ?? target?.querySelector<HTMLElement>('a'))?.focus({ preventScroll: true });
}
