import './app/styles/index.css'; // first, so that the styles of components override it

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchReachability } from './api-client/connection/connection-probe.ts';
import { OutageStrip } from './api-client/connection/outage-strip.tsx';
import { createQueryClient } from './api-client/query-client.ts';
import { startEarlyRequests } from './app/early-requests.ts';
import { cssVariables, theme } from './app/styles/theme.ts';
import { createKeyboard } from './keyboard/keyboard.ts';
import { restoreLostFocus } from './keyboard/restore-lost-focus.ts';
import { KeyboardContext } from './keyboard/use-action.ts';
import { router } from './routes.ts';
import { getPreferences, loadPreferences } from './storage/preferences.ts';
import { ThemeColor, themeStore } from './storage/theme-choice.ts';
import { Toasts } from './toasts/toasts.tsx';

const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('index.html has no element #root');

loadPreferences();
const keyboard = createKeyboard(() => getPreferences().shortcuts);
keyboard.listen(window);
restoreLostFocus(document);
watchReachability(window);
const queries = createQueryClient();
startEarlyRequests(queries, router.latestLocation);

createRoot(rootElement).render(
  <StrictMode>
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
  </StrictMode>,
);
