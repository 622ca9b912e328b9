import './app/styles/index.css'; // first, so that the styles of components override it

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchReachability } from './api-client/connection/connection-probe.ts';
import { createQueryClient } from './api-client/query-client.ts';
import { App } from './app.tsx';
import { createKeyboard } from './keyboard/keyboard.ts';
import { restoreLostFocus } from './keyboard/restore-lost-focus.ts';
import { router } from './routes.ts';
import { getPreferences, loadPreferences } from './storage/preferences.ts';

const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('index.html has no element #root');

loadPreferences();
const keyboard = createKeyboard(() => getPreferences().shortcuts);
keyboard.listen(window);
restoreLostFocus(document);
watchReachability(window);

createRoot(rootElement).render(
  <StrictMode>
    <App router={router} queries={createQueryClient()} keyboard={keyboard} />
  </StrictMode>,
);
