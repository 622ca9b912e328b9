import { createQueryClient } from './api-client/query-client.ts';
import { sendEarlyRequests } from './app/early-requests.ts';

// Sends the first requests before the app's code, which is much larger, has loaded.
const queryClient = createQueryClient();
const earlyRequests = sendEarlyRequests(queryClient, window.location);
void import('./app/start-app.tsx').then(({ startApp }) => startApp(queryClient, earlyRequests));
