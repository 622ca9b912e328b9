import type { Ticket } from '#contract';
import { priorities, states } from '#contract/enums';
import type { ActionName } from '../../keyboard/actions.ts';
import { useCanWriteTickets } from '../../session/permissions.ts';
import { useUpdateTicket } from '../edit/use-update-ticket.ts';
import { LookIcon } from '../look-icon.tsx';
import { type Look, priorityLooks, stateLooks } from '../looks.ts';
import { EnumPicker } from './enum-picker.tsx';

export function StateField({ ticket }: { ticket: Ticket }) {
  const update = useUpdateTicket(ticket);
  return (
    <EnumField
      action="ticket.state"
      name="State"
      values={states}
      looks={stateLooks}
      value={ticket.state}
      onChoose={state => update({ state })}
    />
  );
}

export function PriorityField({ ticket }: { ticket: Ticket }) {
  const update = useUpdateTicket(ticket);
  return (
    <EnumField
      action="ticket.priority"
      name="Priority"
      values={priorities.toReversed()}
      looks={priorityLooks}
      value={ticket.priority}
      onChoose={priority => update({ priority })}
    />
  );
}

type EnumFieldProps<Value extends string> = {
  action: ActionName;
  name: string;
  values: readonly Value[];
  looks: Readonly<Record<Value, Look>>;
  value: Value;
  onChoose: (word: Value) => void;
};

function EnumField<Value extends string>({ action, name, values, looks, value, onChoose }: EnumFieldProps<Value>) {
  const mayWrite = useCanWriteTickets();
  if (!mayWrite) {
    return (
      <span className="pill">
        <span className="visually-hidden">{name}: </span>
        <Shown look={looks[value]} />
      </span>
    );
  }
  return (
    <EnumPicker {...{ action, name, values, looks, onChoose }} chosen={[value]}>
      <Shown look={looks[value]} />
    </EnumPicker>
  );
}

function Shown({ look }: { look: Look }) {
  return (
    <>
      <LookIcon look={look} />
      <span style={{ color: look.ink }}>{look.label}</span>
    </>
  );
}
