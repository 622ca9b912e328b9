import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { postLogout } from '../api-client/client.ts';
import { showFailure } from '../toasts/toast-store.ts';
import { runSignOutTasks } from './before-sign-out.ts';
import { notifyOtherWindows } from './window-channel.ts';

const mutationKey = ['sign out'];

/** Ends the session in all windows, then redirects to end the authorization server's session. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: async () => {
      await runSignOutTasks();
      // Any response may renew the session cookie: one after the sign-out would restore it.
      await client.cancelQueries();
      return postLogout();
    },
    onSuccess: address => {
      notifyOtherWindows({ personId: null });
      document.body.replaceChildren(); // Back may restore this page from the back/forward cache
      location.assign(address);
      return new Promise<void>(() => undefined); // pending until the page is gone, so that nothing is shown on it
    },
    onError: error => {
      void client.refetchQueries({ type: 'active', stale: true });
      showFailure('Couldn’t sign you out', error);
    },
  });
}

/** Returns whether a sign-out is in progress; the session-ended dialog stays hidden then. */
export const useIsSigningOut = (): boolean => useIsMutating({ mutationKey }) > 0;
