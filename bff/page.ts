import { createHash } from 'node:crypto';

/** One of the bff's own pages: what happened, and the ways on. */
export type Page = { title: string; text: string; links: readonly { href: string; label: string }[] };

// The tokens of the product's look. No script, nothing fetched: a page that explains a failure must not depend on more.
const style = `
:root{color-scheme:light dark;--canvas:#f7f7f5;--surface:#fff;--line:#e6e5e1;--ink:#1b1b19;--ink-2:#57564f;--accent:#5551d4;--accent-ink:#fff;--star:#c97a00;--shadow:0 1px 2px #1b1b190d,0 8px 24px #1b1b1914}
@media (prefers-color-scheme:dark){:root{--canvas:#101113;--surface:#17181b;--line:#282a2f;--ink:#ececee;--ink-2:#b3b4ba;--accent:#7d7af2;--accent-ink:#0d0d1a;--star:#f2b340;--shadow:0 1px 2px #0006,0 8px 24px #0008}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--canvas);color:var(--ink);font:14px/1.55 Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{width:100%;max-width:400px;padding:24px;background:var(--surface);border:1px solid var(--line);border-radius:10px;box-shadow:var(--shadow)}
.brand{display:flex;align-items:center;gap:8px;margin:0 0 20px;font-weight:650;letter-spacing:-.01em;font-size:15px}
.brand svg{color:var(--star)}
h1{margin:0 0 8px;font-size:20px;line-height:1.3;letter-spacing:-.015em;font-weight:650}
p{margin:0 0 20px;color:var(--ink-2)}
nav{display:flex;flex-wrap:wrap;gap:8px}
a{display:inline-flex;align-items:center;min-height:36px;padding:0 14px;border:1px solid var(--line);border-radius:6px;color:var(--ink);font-weight:500;text-decoration:none}
a:first-child{background:var(--accent);border-color:transparent;color:var(--accent-ink);font-weight:600}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`;

const star = 'M8 1.4l1.95 4.2 4.6.55-3.4 3.15.9 4.55L8 11.6l-4.05 2.25.9-4.55-3.4-3.15 4.6-.55z';

/** The policy a page is served with: its own style by digest, and nothing else (CSP level 3). */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? '');

/** The page as HTML; every text is escaped. */
export function renderPage({ title, text, links }: Page): string {
  const anchors = links.map(link => `<a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>`).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Stardesk</title>
<style>${style}</style>
</head>
<body>
<main>
<div class="brand"><svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true"><path d="${star}" fill="currentColor"/></svg>Stardesk</div>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<nav aria-label="Ways on">${anchors}</nav>
</main>
</body>
</html>
`;
}
