import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { OutageStrip } from './api-client/connection/outage-strip.tsx';
import { cssVariables, theme } from './app/styles/theme.ts';
import type { Keyboard } from './keyboard/keyboard.ts';
import { KeyboardContext } from './keyboard/use-action.ts';
import type { router } from './routes.ts';
import { ThemeColor, themeStore } from './storage/theme-choice.ts';
import { Toasts } from './toasts/toasts.tsx';

type AppProps = { router: typeof router; queries: QueryClient; keyboard: Keyboard };

/** The web app with its router, query client and keyboard. */
export function App({ router, queries, keyboard }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={themeStore}
    >
      <ThemeColor />
      <QueryClientProvider client={queries}>
        <KeyboardContext value={keyboard}>
          <RouterProvider router={router} />
          <Toasts />
          <OutageStrip />
        </KeyboardContext>
      </QueryClientProvider>
    </MantineProvider>
  );
}
