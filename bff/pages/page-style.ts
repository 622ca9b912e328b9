import { themeStyle } from '#contract/theme';

/**
 * The style of the bff's pages, with the theme of the API's sign-in pages. Sizes are in rem, to follow the browser's
 * font size.
 */
export const style = `${themeStyle}* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100dvh; display: grid; justify-items: center; align-items: start;
  padding: clamp(1.5rem, 14vh, 9rem) 1rem 1.5rem;
  font: 0.875rem / 1.5 var(--font);
  color: var(--ink); background: var(--canvas); -webkit-font-smoothing: antialiased;
}
main {
  width: 100%; max-width: 25rem; padding: 1.75rem 2rem 2rem;
  background: var(--surface); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow);
  overflow-wrap: anywhere;
}
.brand {
  display: flex; align-items: center; gap: 0.5rem; margin: 0 0 1.5rem;
  font-size: 0.9375rem; font-weight: 650; letter-spacing: -0.01em;
}
.brand svg { color: var(--star); }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.3; font-weight: 650; letter-spacing: -0.015em; text-wrap: balance; }
.lead { margin: 0.5rem 0 0; color: var(--ink-2); text-wrap: pretty; }
nav { display: flex; flex-flow: row wrap; gap: 0.5rem; margin-top: 1.25rem; }
a {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.5rem; padding: 0.375rem 1rem;
  border: 1px solid var(--field-line); border-radius: 6px; font-weight: 550; color: var(--ink); text-decoration: none;
}
a:hover { background: var(--line-soft); }
a:first-child { border-color: transparent; font-weight: 600; color: var(--accent-ink); background: var(--accent); }
a:first-child:hover { background: var(--accent-hover); }
a:active { translate: 0 1px; }
details { margin: 1.25rem -0.5rem -0.5rem; color: var(--ink-2); font-size: 0.8125rem; }
summary { padding: 0.375rem 0.5rem; border-radius: 6px; cursor: pointer; }
summary:hover { color: var(--ink); }
details p { margin: 0.25rem 0.5rem; }
code {
  font: 0.75rem / 1.5 var(--mono);
  padding: 2px 5px; border-radius: 4px; background: var(--code);
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 30rem) {
  body { padding: 1.5rem 1rem; }
  main { padding: 1.5rem 1.25rem; }
  a { flex: 1 1 auto; min-height: 2.75rem; font-size: 1rem; }
}
@media (forced-colors: active) { a:first-child { border-width: 2px; } }
@media print { body { padding: 0; } main { border: 0; box-shadow: none; } }
`;
