import { useEffect } from 'react';
import { readSession } from '../api.ts';

/**
 * Reloads a page that was restored from the back/forward cache if the signed-in person has changed.
 *
 * @param personId of the page's person, null if signed out
 */
export function useReturn(personId: string | null): void {
  useEffect(() => {
    const compare = async ({ persisted }: PageTransitionEvent): Promise<void> => {
      if (!persisted) return;
      const session = await readSession();
      if ((session.signed_in ? session.person.id : null) !== personId) location.reload();
    };
    const onPageShow = (event: PageTransitionEvent): void => void compare(event).catch(() => undefined);
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [personId]);
}
