import './styles/index.css'; // first, so that the styles of components override these styles

import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchReachability } from '../api-client/connection/connection-probe.ts';
import { OutageStrip } from '../api-client/connection/outage-strip.tsx';
import { createKeyboard } from '../keyboard/keyboard.ts';
import { restoreLostFocus } from '../keyboard/restore-lost-focus.ts';
import { KeyboardContext } from '../keyboard/use-action.ts';
import { router } from '../routes.ts';
import { getPreferences, loadPreferences } from '../storage/preferences.ts';
import { ThemeColor, themeStore } from '../storage/theme-choice.ts';
import { Toasts } from '../toasts/toasts.tsx';
import { cssVariables, theme } from './styles/theme.ts';

/** Maximum time to wait for the first data. Placeholders would delay data that arrives within this time. */
const maxWaitMilliseconds = 50;

/** Starts the app in `#root`. */
export async function startApp(queryClient: QueryClient, earlyRequests: Promise<void>): Promise<void> {
  const rootElement = document.getElementById('root');
  if (!rootElement) throw new Error('index.html has no element #root');

  loadPreferences();
  const keyboard = createKeyboard(() => getPreferences().shortcuts);
  keyboard.listen(window);
  restoreLostFocus(document);
  watchReachability(window);

  const timeout = new Promise(resolve => setTimeout(resolve, maxWaitMilliseconds));
  await Promise.race([Promise.all([earlyRequests, router.load()]), timeout]);

  createRoot(rootElement).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={themeStore}
      >
        <ThemeColor />
        <QueryClientProvider client={queryClient}>
          <KeyboardContext value={keyboard}>
            <RouterProvider router={router} />
            <Toasts />
            <OutageStrip />
          </KeyboardContext>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
