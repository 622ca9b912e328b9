import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { postLogout } from '../api-client/client.ts';
import { showFailure } from '../toasts/toast-store.ts';
import { notifyOtherWindows } from './window-channel.ts';

type Task = { run: () => Promise<void>; resume: () => void };

const tasks = new Set<Task>();

/** Maximum time that a sign-out waits for its tasks. */
const timeoutMilliseconds = 3000;

/**
 * Registers a task that runs before a sign-out. Returns a function that unregisters it.
 *
 * @param resume called if the sign-out fails
 */
export function beforeSignOut(run: Task['run'], resume: Task['resume'] = () => undefined): () => void {
  const task = { run, resume };
  tasks.add(task);
  return () => void tasks.delete(task);
}

/** Runs the tasks, for at most three seconds. Unfinished work continues after the next sign-in. Never rejects. */
async function runSignOutTasks(): Promise<void> {
  const timeout = new Promise(resolve => setTimeout(resolve, timeoutMilliseconds));
  await Promise.race([Promise.allSettled([...tasks].map(({ run }) => run())), timeout]);
}

const mutationKey = ['sign out'];

/** Ends the session in all windows, then redirects to end the authorization server's session. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: async () => {
      await runSignOutTasks();
      // Any response may renew the session cookie. A response after the sign-out would restore the session.
      await client.cancelQueries();
      return postLogout();
    },
    onSuccess: url => {
      notifyOtherWindows({ personId: null });
      document.body.replaceChildren(); // Back may restore this page from the back/forward cache
      location.assign(url);
      return new Promise<void>(() => undefined); // never resolves, so that no dialog is shown before the page unloads
    },
    onError: error => {
      for (const { resume } of tasks) resume();
      void client.refetchQueries({ type: 'active', stale: true });
      showFailure('Couldn’t sign you out', error);
    },
  });
}

/** Returns whether a sign-out is in progress; the session-ended dialog stays hidden then. */
export const useIsSigningOut = (): boolean => useIsMutating({ mutationKey }) > 0;
