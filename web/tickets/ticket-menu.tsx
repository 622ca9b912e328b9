import { useState } from 'react';
import type { Ticket } from '#contract';
import { useAction } from '../keyboard/use-action.ts';
import { useMay } from '../session/may.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { MenuList } from '../ui/menu-list.tsx';
import { Popup } from '../ui/popup.tsx';
import { DeleteTicket } from './delete-ticket.tsx';

/** What is done with a ticket so rarely that it needs no button of its own. */
export function TicketMenu({ ticket }: { ticket: Ticket }) {
  const mayDelete = useMay('DELETE /tickets/{ticket_id}');
  const [deleting, setDeleting] = useState(false);
  const ask = (): void => setDeleting(true);
  useAction('ticket.delete', mayDelete ? ask : null);
  if (!mayDelete) return null;
  const button = (
    <>
      <Icon name="more" />
      <span className="visually-hidden">More for this ticket</span>
    </>
  );
  return (
    <>
      <Popup label="More for this ticket" button={button} buttonClass="icon-button" align="end" width={200}>
        {close => (
          <MenuList>
            <MenuItem
              icon="trash"
              dangerous
              onChoose={() => {
                close();
                ask();
              }}
            >
              Delete ticket
            </MenuItem>
          </MenuList>
        )}
      </Popup>
      <DeleteTicket ticket={ticket} open={deleting} onDone={() => setDeleting(false)} />
    </>
  );
}
