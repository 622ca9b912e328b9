import { useEffect } from 'react';
import { fetchSession } from '../api-client/client.ts';

/**
 * Reloads a page that was restored from the back/forward cache if the signed-in person has changed.
 *
 * @param personId of the page's person, null if signed out
 */
export function useReloadOnRestore(personId: string | null): void {
  useEffect(() => {
    const compare = async ({ persisted }: PageTransitionEvent): Promise<void> => {
      if (!persisted) return;
      const session = await fetchSession();
      if ((session.signed_in ? session.person.id : null) !== personId) location.reload();
    };
    const onPageShow = (event: PageTransitionEvent): void => void compare(event).catch(() => undefined);
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [personId]);
}
