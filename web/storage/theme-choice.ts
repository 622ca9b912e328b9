import { localStorageColorSchemeManager, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';

/** Stores the theme. `before-paint.js` reads it too, so that the first paint has the colours of the theme. */
export const themeStore = localStorageColorSchemeManager({ key: 'stardesk:theme' });

/** Labels of the themes; `auto` follows the system. */
export const themeLabels = { light: 'Light', dark: 'Dark', auto: 'System' } as const satisfies Record<
  MantineColorScheme,
  string
>;

export const themeNames = ['light', 'dark', 'auto'] as const satisfies MantineColorScheme[];

/** Returns the chosen theme and a setter. */
export function useTheme(): [theme: MantineColorScheme, choose: (theme: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}

/** Sets the theme-color of the browser's own UI to match the theme. */
export function ThemeColor(): null {
  const [chosen] = useTheme();
  useEffect(() => {
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
      const { theme } = meta.dataset;
      const media = theme === chosen ? 'all' : 'not all';
      meta.media = chosen === 'auto' ? `(prefers-color-scheme: ${theme})` : media;
    }
  }, [chosen]);
  return null;
}
