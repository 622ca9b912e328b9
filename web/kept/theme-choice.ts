import { localStorageColorSchemeManager, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';

/** Where the theme is stored. `before-paint.js` reads it too, so that no page begins in the wrong one. */
export const themeStore = localStorageColorSchemeManager({ key: 'stardesk:theme' });

/** The themes by their names; `auto` is the system's. */
export const themes = { light: 'Light', dark: 'Dark', auto: 'System' } as const satisfies Record<
  MantineColorScheme,
  string
>;

export const themeNames = ['light', 'dark', 'auto'] as const satisfies MantineColorScheme[];

/** Which theme is chosen in this browser, and how to choose another. */
export function useTheme(): [theme: MantineColorScheme, choose: (theme: MantineColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}

/** Colours what the browser shows around the page, on phones above all, as the page itself. */
export function ThemeColor(): null {
  const [chosen] = useTheme();
  useEffect(() => {
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
      const { theme } = meta.dataset;
      const ofChosen = theme === chosen ? 'all' : 'not all';
      meta.media = chosen === 'auto' ? `(prefers-color-scheme: ${theme})` : ofChosen;
    }
  }, [chosen]);
  return null;
}
