import { useState } from 'react';
import type { Ticket } from '#contract';
import { useAction } from '../keyboard/use-action.ts';
import { useIsAllowed } from '../session/permissions.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { MenuList } from '../ui/menu-list.tsx';
import { Popup } from '../ui/popup.tsx';
import { DeleteTicket } from './delete-ticket.tsx';

export function TicketMenu({ ticket }: { ticket: Ticket }) {
  const mayDelete = useIsAllowed('DELETE /tickets/{ticket_id}');
  const [deleting, setDeleting] = useState(false);
  const openDeleteDialog = (): void => setDeleting(true);
  useAction('ticket.delete', mayDelete ? openDeleteDialog : null);
  if (!mayDelete) return null;
  const button = (
    <>
      <Icon name="more" />
      <span className="visually-hidden">More actions</span>
    </>
  );
  return (
    <>
      <Popup label="More actions" button={button} buttonClass="icon-button" align="end" width={200}>
        {close => (
          <MenuList>
            <MenuItem
              icon="trash"
              dangerous
              onChoose={() => {
                close();
                openDeleteDialog();
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
