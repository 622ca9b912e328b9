import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showNotice } from '../../notices/notices.ts';
import { usePerson } from '../../session/person.ts';
import { tellReturn } from '../composer/returns.ts';
import type { Returned } from '../drafts.ts';
import { messageKeys } from '../queries.ts';
import { startDelivery } from './delivery.ts';
import type { Outgoing } from './outgoing.ts';
import { useShowReturn } from './show-return.ts';

/** Sends what the person in front of the screen has written, wherever in the desk they are by then. */
export function useDelivery(): void {
  const { id: personId } = usePerson();
  const client = useQueryClient();
  const showReturn = useShowReturn();
  useEffect(() => {
    const onReturn = (message: Outgoing, returned: Returned): void => {
      void client.invalidateQueries({ queryKey: messageKeys.ofTicket(message.ticketId) });
      if (!tellReturn(message, false)) tellElsewhere(message, returned, () => showReturn(message));
    };
    return startDelivery({ personId, client, onReturn });
  }, [personId, client, showReturn]);
}

const words = { reply: 'Your reply', note: 'Your note' } as const;

/** To somebody who is not at its ticket any more. */
function tellElsewhere({ ticketId, type }: Outgoing, returned: Returned, look: () => void): void {
  const why = returned.why === 'news' ? 'Somebody else wrote before it went out.' : returned.reason;
  showNotice({
    tone: 'warning',
    title: `${words[type]} to #${ticketId} was not sent`,
    message: `${why} The text is kept.`,
    action: { label: 'Look at it', run: look },
  });
}
