import { createQueryClient } from './api-client/query-client.ts';
import { sendEarlyRequests } from './app/early-requests.ts';

// The first requests do not wait for the rest of the app, whose code is much larger.
const queryClient = createQueryClient();
const earlyRequests = sendEarlyRequests(queryClient, window.location);
void import('./app/start-app.tsx').then(({ startApp }) => startApp(queryClient, earlyRequests));
