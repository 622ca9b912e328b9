import { type Html, html } from './html.ts';

/** The parts in which pages differ. `head` loads the style, and `star` is the logo beside the name of the desk. */
type PageParts = { title: string; deskName: string; head: Html; star: Html; content: Html };

export const renderPageShell = ({ title, deskName, head, star, content }: PageParts): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f7f5">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101113">
<meta name="robots" content="noindex">
<title>${title} · ${deskName}</title>
${head}
</head>
<body>
<main>
<p class="brand">${star}<bdi>${deskName}</bdi></p>
${content}
</main>
</body>
</html>
`.markup;
