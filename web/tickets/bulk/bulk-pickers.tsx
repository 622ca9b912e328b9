import { ActionPicker } from '../../keyboard/action-picker.tsx';
import { AssigneePicker } from '../fields/assignee-field.tsx';
import { ChoicePicker } from '../fields/choice-picker.tsx';
import { AddTagPicker } from '../fields/tags-field.tsx';
import { priorityField, stateField } from '../looks.ts';
import type { ListedTicket } from '../queries.ts';
import type { BulkAction } from './bulk-action.ts';
import css from './bulk-bar.module.css';

type BulkPickersProps = {
  selected: readonly ListedTicket[];
  act: (action: BulkAction, rows: readonly ListedTicket[]) => Promise<void>;
};

/** Pickers for the selected tickets. A value that all selected tickets share is shown as chosen. */
export function BulkPickers({ selected, act }: BulkPickersProps) {
  const apply = (action: BulkAction): void => void act(action, selected);
  return (
    <div className={css.pickers}>
      <ChoicePicker
        field={stateField}
        action="ticket.state"
        name="Set the state"
        chosen={getCommonValue(selected.map(({ state }) => state))}
        onChoose={value => apply({ field: 'state', value })}
      >
        State
      </ChoicePicker>
      <ChoicePicker
        field={priorityField}
        action="ticket.priority"
        name="Set the priority"
        chosen={getCommonValue(selected.map(({ priority }) => priority))}
        onChoose={value => apply({ field: 'priority', value })}
      >
        Priority
      </ChoicePicker>
      <AssigneePicker
        name="Assign"
        chosen={getCommonValue(selected.map(({ assignee_id: id }) => id))}
        onChoose={value => apply({ field: 'assignee_id', value })}
      >
        Assignee
      </AssigneePicker>
      <TagPickers selected={selected} apply={apply} />
    </div>
  );
}

function TagPickers({ selected, apply }: { selected: readonly ListedTicket[]; apply: (action: BulkAction) => void }) {
  const present = [...new Set(selected.flatMap(({ tags }) => tags))].sort();
  const onAll = present.filter(tag => selected.every(({ tags }) => tags.includes(tag)));
  return (
    <>
      <AddTagPicker present={onAll} onChoose={tag => apply({ field: 'tags', add: tag })} />
      {present.length > 0 && (
        <ActionPicker
          action="ticket.untag"
          name="Remove a tag"
          search="Tag"
          choices={present.map(tag => ({ value: tag, label: tag }))}
          chosen={[]}
          onChoose={tag => apply({ field: 'tags', remove: tag })}
        >
          − Tag
        </ActionPicker>
      )}
    </>
  );
}

/** Returns a list with the value that all tickets share. The list is empty if the values differ. */
function getCommonValue<Value>(values: readonly Value[]): Value[] {
  const different = [...new Set(values)];
  return different.length === 1 ? different : [];
}
