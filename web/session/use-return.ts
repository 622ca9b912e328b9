import { useEffect } from 'react';
import { readSession } from '../api.ts';

/**
 * A page that Back brings out of the browser's memory is as it was when it was left. Where somebody has signed in or
 * out since, it is loaded anew.
 *
 * @param personId whose page it is, null where nobody is signed in
 */
export function useReturn(personId: string | null): void {
  useEffect(() => {
    const compare = async ({ persisted }: PageTransitionEvent): Promise<void> => {
      if (!persisted) return;
      const session = await readSession();
      if ((session.signed_in ? session.person.id : null) !== personId) location.reload();
    };
    const hear = (event: PageTransitionEvent): void => void compare(event).catch(() => undefined);
    addEventListener('pageshow', hear);
    return () => removeEventListener('pageshow', hear);
  }, [personId]);
}
