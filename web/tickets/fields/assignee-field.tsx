import type { Ticket } from '#contract';
import { ActionPicker } from '../../keyboard/action-picker.tsx';
import { useAssignablePeople, usePeopleError, usePersonName } from '../../people/use-people.ts';
import { useCanWriteTickets } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { PickerChoice } from '../../ui/picker.tsx';
import { useUpdateTicket } from '../edit/use-update-ticket.ts';
import css from '../ticket-header.module.css';

/** The picker value for no assignee. */
export const noAssignee = '';

/** Shows and changes a ticket's assignee. */
export function AssigneeField({ ticket }: { ticket: Ticket }) {
  const update = useUpdateTicket(ticket);
  const mayWrite = useCanWriteTickets();
  const nameOf = usePersonName();
  const choices = useAssigneeChoices();
  const unread = usePeopleError();
  const name = ticket.assignee_id === null ? null : nameOf(ticket.assignee_id);
  const shown = (
    <>
      <Avatar name={name} size={20} />
      <bdi>{name ?? 'Unassigned'}</bdi>
    </>
  );
  if (!mayWrite) return <span className="pill">{shown}</span>;
  return (
    <ActionPicker
      action="ticket.assign"
      name="Assignee"
      search="Name"
      className={name === null ? css.dashed : undefined}
      choices={choices}
      loadError={unread && { what: 'The others', retry: unread.retry }}
      chosen={[ticket.assignee_id ?? noAssignee]}
      onChoose={value => update({ assignee_id: value === noAssignee ? null : value })}
    >
      {shown}
    </ActionPicker>
  );
}

/** Returns the signed-in person, then nobody, then the others. */
export function useAssigneeChoices(): PickerChoice[] {
  const me = usePerson();
  const others = useAssignablePeople().filter(({ id }) => id !== me.id);
  return [
    { value: me.id, label: `${me.name} (me)`, mark: <Avatar name={me.name} size={20} /> },
    { value: noAssignee, label: 'Nobody', mark: <Avatar name={null} size={20} /> },
    ...others.map(({ id, name }) => ({ value: id, label: name, mark: <Avatar name={name} size={20} /> })),
  ];
}
