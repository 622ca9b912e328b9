import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { endSession } from '../api.ts';
import { showFailure } from '../notices/notices.ts';
import { finishWork } from './before-sign-out.ts';
import { tellOtherWindows } from './channel.ts';

const mutationKey = ['sign out'];

/** Ends the session in every window, and leads to the page that ends the authorization server's own. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: async () => {
      await finishWork();
      // Any answer may renew the session's cookie: one that came after the end would bring it back.
      await client.cancelQueries();
      return endSession();
    },
    onSuccess: address => {
      tellOtherWindows({ personId: null });
      document.body.replaceChildren(); // Back may bring this page out of the browser's memory
      location.assign(address);
      return new Promise<void>(() => undefined); // it lasts until the page has gone: nothing is to be told on it any more
    },
    onError: error => {
      void client.refetchQueries({ type: 'active', stale: true });
      showFailure('You are still signed in', error);
    },
  });
}

/** Whether the person has just asked to be signed out: then nobody needs to be told that they are. */
export const useIsSigningOut = (): boolean => useIsMutating({ mutationKey }) > 0;
