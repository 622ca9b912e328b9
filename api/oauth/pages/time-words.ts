import { type Html, html } from './html.ts';

const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A time for people, in UTC: no script tells where they are. In milliseconds since 1970. */
export const timeWords = (milliseconds: number): Html => {
  const at = new Date(milliseconds);
  return html`<time datetime="${at.toISOString()}">${words.format(at)}</time>`;
};
