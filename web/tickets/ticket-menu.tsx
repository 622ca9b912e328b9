import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ticket } from '#contract';
import type { ActionName } from '../keyboard/actions.ts';
import { useAction, useKeyboard } from '../keyboard/use-action.ts';
import { useIsAllowed } from '../session/permissions.ts';
import { usePerson } from '../session/person.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { MenuList } from '../ui/menu-list.tsx';
import { Popup } from '../ui/popup.tsx';
import { DeleteTicket } from './delete-ticket.tsx';
import { useCopyTicket } from './use-copy-ticket.ts';
import { isWatchedBy, ticketWatchers, useToggleWatch } from './watch.ts';

export function TicketMenu({ ticket }: { ticket: Ticket }) {
  const mayDelete = useIsAllowed('DELETE /tickets/{ticket_id}');
  const [deleting, setDeleting] = useState(false);
  const { run, isAvailable } = useKeyboard();
  useAction('ticket.delete', mayDelete ? () => setDeleting(true) : null);
  useCopyTicket(ticket);
  useAction('ticket.watch', useToggleWatch(ticket.id));
  const button = (
    <>
      <Icon name="more" />
      <span className="visually-hidden">More actions</span>
    </>
  );
  return (
    <>
      <Popup label="More actions" button={button} buttonClass="icon-button" align="end" width={200}>
        {close => {
          const choose = (action: ActionName) => (): void => {
            close();
            run(action);
          };
          return (
            <MenuList>
              <WatchItem ticketId={ticket.id} onChoose={choose('ticket.watch')} />
              <MenuItem icon="link" onChoose={choose('ticket.link')}>
                Copy link
              </MenuItem>
              <MenuItem icon="copy" onChoose={choose('ticket.markdown')}>
                Copy as Markdown
              </MenuItem>
              <MenuItem icon="terminal" onChoose={choose('ticket.curl')}>
                Copy as curl
              </MenuItem>
              <MenuItem icon="printer" disabled={!isAvailable('ticket.print')} onChoose={choose('ticket.print')}>
                Print
              </MenuItem>
              {mayDelete && (
                <>
                  <hr />
                  <MenuItem icon="trash" keys="#" dangerous onChoose={choose('ticket.delete')}>
                    Delete ticket
                  </MenuItem>
                </>
              )}
            </MenuList>
          );
        }}
      </Popup>
      <DeleteTicket ticket={ticket} open={deleting} onDone={() => setDeleting(false)} />
    </>
  );
}

function WatchItem({ ticketId, onChoose }: { ticketId: string; onChoose: () => void }) {
  const { data: watchers = [], isPending } = useQuery(ticketWatchers(ticketId));
  const isWatched = isWatchedBy(watchers, usePerson().id);
  return (
    <MenuItem icon="eye" keys="w" disabled={isPending} onChoose={onChoose}>
      {isWatched ? 'Stop watching' : 'Watch'}
    </MenuItem>
  );
}
