import { type Html, html } from './html.ts';
import type { Site } from './site.ts';

export type WayOn = { href: string; label: string };

/** Renders links as buttons; the first one is primary. */
export const waysOn = (links: readonly WayOn[]): Html | null =>
  links.length === 0
    ? null
    : html`<nav class="links" aria-label="Next steps">
${links.map(({ href, label }, index) => html`<a class="button${index === 0 ? ' primary' : ''}" href="${href}">${label}</a>`)}
</nav>`;

/** Returns the link to the desk, if there is one. */
export const toDesk = ({ deskUrl }: Site): WayOn[] =>
  deskUrl === null ? [] : [{ href: `${deskUrl}/`, label: 'Go to Stardesk' }];
