import { type Html, html } from './html.ts';

/** The parts in which pages differ; `head` loads the style, and `star` is the logo. */
type PageParts = { title: string; head: Html; star: Html; content: Html };

export const renderPageShell = ({ title, head, star, content }: PageParts): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f7f5">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101113">
<meta name="robots" content="noindex">
<title>${title} · Stardesk</title>
${head}
</head>
<body>
<main>
<p class="brand">${star}Stardesk</p>
${content}
</main>
</body>
</html>
`.markup;
