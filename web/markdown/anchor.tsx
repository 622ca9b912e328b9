import type { MouseEvent, ReactNode } from 'react';
import { OpenPictureContext } from '../files/pictures.ts';
import { findHiddenHost } from './hidden-host.ts';
import css from './markdown.module.css';

type AnchorProps = {
  href: string | undefined;
  /** Visible text of the link. */
  text: string;
  /** Whether the link leads to a footnote, or from a footnote back to the text. */
  isFootnote?: boolean;
  id?: string | undefined;
  children: ReactNode;
};

/**
 * A user-written link. Opens a new tab without opener and referrer, and shows its host if the text suggests a different
 * host. Renders plain text if the URL is missing or only a fragment.
 */
export function Anchor({ href, text, isFootnote = false, id, children }: AnchorProps) {
  if (isFootnote) {
    return (
      <a
        id={id}
        href={href}
        onClick={scrollToFootnote}
        aria-label={text.startsWith('↩') ? 'Back to the text' : `Footnote ${text}`}
      >
        {children}
      </a>
    );
  }
  if (!href || href.startsWith('#')) return <span>{children}</span>;
  const hidden = findHiddenHost(text, href);
  return (
    <>
      <a href={href} title={href} target="_blank" rel="noopener noreferrer">
        {/* A click on a picture in a link follows the link. */}
        <OpenPictureContext value={null}>{children}</OpenPictureContext>
      </a>
      {hidden !== null && <span className={css.host}> (leads to {hidden})</span>}
    </>
  );
}

/** Scrolls to a footnote without changing the URL, which identifies the ticket. */
function scrollToFootnote(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const target = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)));
  target?.scrollIntoView({ block: 'nearest' });
  (target?.closest<HTMLElement>('a') ?? target?.querySelector<HTMLElement>('a'))?.focus({ preventScroll: true });
}
