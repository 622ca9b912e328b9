import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { dark, light, sharedTokens, toCssVariables } from '#contract/theme';

/** White text on these colours has a contrast of at least 4.5 : 1. */
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
  fontFamily: sharedTokens.font,
  fontFamilyMonospace: sharedTokens.mono,
  fontSizes: { xs: '12.5px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.3' },
  radius: { xs: '4px', sm: sharedTokens['radius-s'], md: sharedTokens.radius, lg: '10px', xl: '14px' },
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

/** Maps Mantine's variables to our tokens. */
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

/** Defines the tokens as CSS variables: `var(--ink-2)`, `var(--radius)`. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: toCssVariables(sharedTokens),
  light: { ...toCssVariables(light), ...mantine },
  dark: { ...toCssVariables(dark), ...mantine },
});
