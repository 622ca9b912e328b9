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
    <WordField
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
    <WordField
      action="ticket.priority"
      name="Priority"
      values={priorities.toReversed()}
      looks={priorityLooks}
      value={ticket.priority}
      onChoose={priority => update({ priority })}
    />
  );
}

type WordFieldProps<Word extends string> = {
  action: ActionName;
  name: string;
  values: readonly Word[];
  looks: Readonly<Record<Word, Look>>;
  value: Word;
  onChoose: (word: Word) => void;
};

function WordField<Word extends string>({ action, name, values, looks, value, onChoose }: WordFieldProps<Word>) {
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
