import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Colours of the light theme. Those named `…-text` are for words: their neighbours are for shapes. */
const light = {
  canvas: '#f7f7f5',
  surface: '#ffffff',
  rail: '#f1f1ee',
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
};

const dark: typeof light = {
  canvas: '#101113',
  surface: '#17181b',
  rail: '#131417',
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
};

/** Everything else that has one value in the whole app. */
const measures = {
  font: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  radius: '8px',
  'radius-s': '6px',
};

/** White letters on any of these reach 4.5 : 1. */
export const avatarColors = [
  '#7a5cc9',
  '#2f7f79',
  '#b0603c',
  '#3d6db5',
  '#a8456f',
  '#5b7a2f',
  '#8a6116',
  '#5f6b7a',
] as const;

const accent: MantineColorsTuple = [
  light['accent-soft'],
  '#dcdbf8',
  '#bdbbf2',
  '#9d9aec',
  dark.accent,
  '#6864e0',
  light.accent,
  light['accent-hover'],
  light['accent-text'],
  '#343097',
];

export const theme = createTheme({
  fontFamily: measures.font,
  fontFamilyMonospace: measures.mono,
  fontSizes: { xs: '12.5px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.3' },
  radius: { xs: '4px', sm: measures['radius-s'], md: measures.radius, lg: '10px', xl: '14px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  defaultRadius: 'sm',
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
});

const named = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));

/** Mantine's own variables, said in our tokens. */
const mantine = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-error': 'var(--urgent)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--line-soft)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--accent-ink)',
};

/** Writes the tokens as CSS variables: `var(--ink-2)`, `var(--radius)`. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: named(measures),
  light: { ...named(light), ...mantine },
  dark: { ...named(dark), ...mantine },
});
