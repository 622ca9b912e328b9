import { useMemo } from 'react';
import type { Ticket } from '#contract';
import { usePersonName } from '../../people/use-people.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { useUpdateTicket } from '../../tickets/edit/use-update-ticket.ts';
import { getDescriptionEditKey, useEditDraft } from './edit-drafts.ts';
import { EditableMessage } from './editable-message.tsx';
import type { EditInfo } from './message-frame.tsx';

type ThreadDescriptionProps = {
  ticket: Ticket;
  edited: EditInfo | null;
  personId: string;
  marked: boolean;
};

/** Shows a ticket's description as the first message of its thread. */
export function ThreadDescription({ ticket, edited, personId, marked }: ThreadDescriptionProps) {
  const getName = usePersonName();
  const mayEdit = useIsAllowed('PATCH /tickets/{ticket_id}');
  const update = useUpdateTicket(ticket);
  const save = async (text: string): Promise<boolean> => {
    const outcome = await update({ description: text });
    return outcome === null || 'patched' in outcome;
  };
  const draftKey = useMemo(() => getDescriptionEditKey(personId, ticket.id), [personId, ticket.id]);
  const draft = useEditDraft(draftKey);
  return (
    <EditableMessage
      anchor="description"
      path={`/tickets/${ticket.id}#description`}
      label="description"
      kind="in"
      author={ticket.customer_name ?? ticket.customer_email ?? getName(ticket.created_by)}
      at={ticket.created_at}
      body={ticket.description}
      {...{ edited, marked, draftKey }}
      hasDraft={draft !== null}
      mayBeEmpty
      onSave={mayEdit ? save : null}
      onDelete={null}
    />
  );
}
