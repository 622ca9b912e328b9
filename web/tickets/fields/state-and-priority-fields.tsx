import type { Ticket } from '#contract';
import type { ActionName } from '../../keyboard/actions.ts';
import { useCanWriteTickets } from '../../session/permissions.ts';
import type { TicketChange } from '../edit/ticket-fields.ts';
import { useUpdateTicket } from '../edit/use-update-ticket.ts';
import { LookIcon } from '../look-icon.tsx';
import { type ChoiceField, priorityField, stateField } from '../looks.ts';
import { ChoicePicker } from './choice-picker.tsx';

export const StateField = ({ ticket }: { ticket: Ticket }) => (
  <TicketChoice
    ticket={ticket}
    field={stateField}
    action="ticket.state"
    value={ticket.state}
    toChange={state => ({ state })}
  />
);

export const PriorityField = ({ ticket }: { ticket: Ticket }) => (
  <TicketChoice
    ticket={ticket}
    field={priorityField}
    action="ticket.priority"
    value={ticket.priority}
    toChange={priority => ({ priority })}
  />
);

type TicketChoiceProps<Value extends string> = {
  ticket: Ticket;
  field: ChoiceField<Value>;
  action: ActionName;
  value: Value;
  toChange: (value: Value) => TicketChange;
};

function TicketChoice<Value extends string>({ ticket, field, action, value, toChange }: TicketChoiceProps<Value>) {
  const mayWrite = useCanWriteTickets();
  const update = useUpdateTicket(ticket);
  const look = field.looks[value];
  const shown = (
    <>
      <LookIcon look={look} />
      <span style={{ color: look.ink }}>{look.label}</span>
    </>
  );
  if (!mayWrite) {
    return (
      <span className="pill">
        <span className="visually-hidden">{field.label}: </span>
        {shown}
      </span>
    );
  }
  return (
    <ChoicePicker
      field={field}
      action={action}
      name={field.label}
      chosen={[value]}
      onChoose={chosen => void update(toChange(chosen))}
    >
      {shown}
    </ChoicePicker>
  );
}
