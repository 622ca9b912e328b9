import { type Html, html } from '#server/html';
import type { Site } from './site.ts';

export type PageLink = { href: string; label: string };

/** Renders links as buttons; the first link is primary. Null without links. */
export const renderPageLinks = (links: readonly PageLink[]): Html | null =>
  links.length === 0
    ? null
    : html`<nav class="links" aria-label="Next steps">
${links.map(({ href, label }, index) => html`<a class="button${index === 0 ? ' primary' : ''}" href="${href}">${label}</a>`)}
</nav>`;

/** Returns the link to the desk; empty if browsers cannot reach the desk. */
export const getDeskLinks = ({ deskUrl, deskName }: Site): PageLink[] =>
  deskUrl === null ? [] : [{ href: `${deskUrl}/`, label: `Go to ${deskName}` }];
