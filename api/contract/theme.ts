/*
 * Design tokens that the web app, the authorization server and the bff share.
 */

/**
 * Colours of the light theme. If a name also exists with `-text`, the colour with `-text` is for text, the colour
 * without it for shapes.
 */
export const light = {
  canvas: '#f7f7f5',
  surface: '#ffffff',
  sidebar: '#f1f1ee',
  line: '#e6e5e1',
  'line-soft': '#efeeeb',
  ink: '#1b1b19',
  'ink-2': '#57564f',
  'ink-3': '#76756d',
  accent: '#5551d4',
  'accent-hover': '#4844c2',
  'accent-ink': '#ffffff',
  'accent-soft': '#ecebfb',
  'accent-text': '#4541b8',
  star: '#c97a00',
  note: '#fff8e6',
  'note-line': '#f2dfae',
  'note-ink': '#7a5600',
  open: '#1f8a5b',
  'open-text': '#1a7a50',
  wait: '#b06f00',
  'wait-text': '#8f5a00',
  done: '#76756d',
  urgent: '#c6303e',
  high: '#b5590b',
  shadow: '0 1px 2px #1b1b190d, 0 8px 24px #1b1b1914',
  code: '#f6f5f2',
  backdrop: '#1b1b1966',
  'field-line': '#8d8c85',
  problem: '#fdf0f1',
};

/** Colours of the dark theme. */
export const dark: typeof light = {
  canvas: '#101113',
  surface: '#17181b',
  sidebar: '#131417',
  line: '#282a2f',
  'line-soft': '#212328',
  ink: '#ececee',
  'ink-2': '#b3b4ba',
  'ink-3': '#8d8f97',
  accent: '#7d7af2',
  'accent-hover': '#918efb',
  'accent-ink': '#0d0d1a',
  'accent-soft': '#25254a',
  'accent-text': '#b5b3ff',
  star: '#f2b340',
  note: '#241f12',
  'note-line': '#4a3d1a',
  'note-ink': '#e6c676',
  open: '#4cc38a',
  'open-text': '#4cc38a',
  wait: '#e3a94a',
  'wait-text': '#e3a94a',
  done: '#8d8f97',
  urgent: '#ff7a85',
  high: '#f0a35e',
  shadow: '0 1px 2px #0006, 0 8px 24px #0008',
  code: '#1e2024',
  backdrop: '#000000a6',
  'field-line': '#6c6e76',
  problem: '#2a1618',
};

/** Fonts and sizes, the same in both themes. */
export const sharedTokens = {
  /**
   * The web app serves Inter and defines its fallbacks. Other pages use Inter if it is installed, or else the system's
   * font.
   */
  font: 'Inter, "Inter Fallback", "Inter Fallback DejaVu", ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  radius: '8px',
  'radius-s': '6px',
};

type Tokens = Readonly<Record<string, string>>;

/** Converts tokens to CSS variables by name: `--ink-2`. */
export const toCssVariables = (tokens: Tokens): Record<string, string> =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]));

const toDeclarations = (tokens: Tokens): string =>
  Object.entries(toCssVariables(tokens))
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ');

/** CSS that declares every token and follows the system's theme, for pages without a script. */
export const themeStyle = `:root { color-scheme: light dark; ${toDeclarations(sharedTokens)} ${toDeclarations(light)} }
@media (prefers-color-scheme: dark) { :root { ${toDeclarations(dark)} } }
`;
