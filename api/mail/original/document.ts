import { html } from '#server/html';

/** Renders plain text, below the notice if it is not null. */
export const renderText = (notice: string | null, text: string): string =>
  renderDocument(html`${notice === null ? null : html`<p><em>${notice}</em></p>`}<pre>${text}</pre>`.markup);

const style =
  'html{background:#fff;color:#000;font:15px/1.5 sans-serif}body{margin:16px;overflow-wrap:anywhere}pre{white-space:pre-wrap;font:inherit}img{max-width:100%}img:not([src]){outline:1px dashed #bbb;min-width:8px;min-height:8px}';

/** Renders a document. The body of the mail may contain its own `body` element. */
export const renderDocument = (body: string): string =>
  `<!doctype html>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<style>${style}</style>\n${body}\n`;

/** Renders the notice for a mail that cannot be parsed. */
export const renderUnparsable = (): string =>
  renderText('This email is too complex to be shown. Download the original to read it.', '');
