import { type Html, html } from './html.ts';
import type { Site } from './site.ts';

/** A link that leads on. */
export type WayOn = { href: string; label: string };

/** The ways on from a page, the likeliest first; nothing when there are none. */
export const waysOn = (ways: readonly WayOn[]): Html | null =>
  ways.length === 0
    ? null
    : html`<nav class="ways" aria-label="Ways on">
${ways.map(({ href, label }, place) => html`<a class="button${place === 0 ? ' primary' : ''}" href="${href}">${label}</a>`)}
</nav>`;

/** The way to the desk, where there is one. */
export const toDesk = ({ deskUrl }: Site): WayOn[] =>
  deskUrl === null ? [] : [{ href: `${deskUrl}/`, label: 'Go to Stardesk' }];
