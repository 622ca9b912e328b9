import './styles.css'; // first, so that the styles of components override it

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { look } from './api.ts';
import { App } from './app.tsx';
import { watchReachability } from './connection/reach-again.ts';
import { keepFocus } from './keyboard/keep-focus.ts';
import { createKeyboard } from './keyboard/keyboard.ts';
import { currentPreferences, readPreferences } from './preferences.ts';
import { createQueryClient } from './query-client.ts';
import { router } from './routes.ts';

const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('index.html has no element #root');

readPreferences();
const keyboard = createKeyboard(() => currentPreferences().shortcuts);
keyboard.listen(window);
keepFocus(document);
watchReachability(window, look);

createRoot(rootElement).render(
  <StrictMode>
    <App router={router} queries={createQueryClient()} keyboard={keyboard} />
  </StrictMode>,
);
