import { type Html, html } from '#server/html';

const formatter = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Renders milliseconds since 1970 as a time in UTC. Without JavaScript, the browser's time zone is unknown. */
export const renderTime = (milliseconds: number): Html => {
  const at = new Date(milliseconds);
  return html`<time datetime="${at.toISOString()}">${formatter.format(at)}</time>`;
};
