import type { ReactNode } from 'react';
import type { Ticket } from '#contract';
import { ActionPicker } from '../../keyboard/action-picker.tsx';
import { useAssignablePeople, usePeopleError, usePersonName } from '../../people/use-people.ts';
import { useCanWriteTickets } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useUpdateTicket } from '../edit/use-update-ticket.ts';
import css from '../ticket-header.module.css';

export function AssigneeField({ ticket }: { ticket: Ticket }) {
  const update = useUpdateTicket(ticket);
  const mayWrite = useCanWriteTickets();
  const getName = usePersonName();
  const name = ticket.assignee_id === null ? null : getName(ticket.assignee_id);
  const shown = (
    <>
      <Avatar name={name} size={20} />
      <bdi>{name ?? 'Unassigned'}</bdi>
    </>
  );
  if (!mayWrite) return <span className="pill">{shown}</span>;
  return (
    <AssigneePicker
      name="Assignee"
      className={name === null ? css.dashed : undefined}
      chosen={[ticket.assignee_id]}
      onChoose={id => void update({ assignee_id: id })}
    >
      {shown}
    </AssigneePicker>
  );
}

const noAssignee = '';

type AssigneePickerProps = {
  name: string;
  className?: string | undefined;
  /** Ids of people; null for no assignee. */
  chosen: readonly (string | null)[];
  onChoose: (id: string | null) => void;
  children: ReactNode;
};

/** Offers the signed-in person, then no assignee, then the other people. */
export function AssigneePicker({ chosen, onChoose, ...picker }: AssigneePickerProps) {
  const me = usePerson();
  const otherPeople = useAssignablePeople().filter(({ id }) => id !== me.id);
  const loadError = usePeopleError();
  const toChoice = (value: string, name: string | null, label: string) => ({
    value,
    label,
    symbol: <Avatar name={name} size={20} />,
  });
  return (
    <ActionPicker
      {...picker}
      action="ticket.assign"
      search="Name"
      choices={[
        toChoice(me.id, me.name, `${me.name} (me)`),
        toChoice(noAssignee, null, 'Unassigned'),
        ...otherPeople.map(({ id, name }) => toChoice(id, name, name)),
      ]}
      loadError={loadError && { title: 'Couldn’t load other people', retry: loadError.retry }}
      chosen={chosen.map(id => id ?? noAssignee)}
      onChoose={value => onChoose(value === noAssignee ? null : value)}
    />
  );
}
