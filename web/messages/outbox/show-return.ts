import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { showWarning } from '../../notices/notices.ts';
import { usePerson } from '../../session/person.ts';
import { filterAt, readFilter } from '../../tickets/filter/filter.ts';
import { openView } from '../../tickets/filter/views.ts';
import { awaitReturn, type Return, tellReturn } from '../composer/returns.ts';
import { takeBack } from './give-back.ts';
import type { Outgoing } from './outgoing.ts';

/** Leads to a message that is its author's again: to its composer, wherever in the desk one is. */
export function useShowReturn(): (returned: Return) => void {
  const router = useRouter();
  return useCallback(
    returned => {
      if (tellReturn(returned, true)) return;
      awaitReturn(returned);
      const { pathname, search } = router.state.location;
      const filter = pathname.startsWith('/tickets') ? filterAt(pathname, readFilter(search)) : openView.filter;
      void router.navigate({ to: '/tickets/$ticketId', params: { ticketId: returned.ticketId }, search: filter });
    },
    [router],
  );
}

/** Takes a message back and leads to it; tells when that is too late. */
export function useTakeBack(): (message: Outgoing) => void {
  const { id: personId } = usePerson();
  const showReturn = useShowReturn();
  const undo = async (message: Outgoing): Promise<void> => {
    const returned = await takeBack(personId, message);
    if (!returned) return showWarning('Too late to take it back', 'It is being sent, or has arrived.');
    if (returned.attemptedAt !== null) {
      showWarning('It may have arrived', 'Look at the thread before you send something else instead.');
    }
    showReturn(returned);
  };
  return message => void undo(message);
}
