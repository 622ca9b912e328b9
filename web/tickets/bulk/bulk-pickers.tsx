import { priorities, states } from '#contract/enums';
import { ActionPicker } from '../../keyboard/action-picker.tsx';
import { usePeopleError } from '../../people/use-people.ts';
import { noAssignee, useAssigneeChoices } from '../fields/assignee-field.tsx';
import { EnumPicker } from '../fields/enum-picker.tsx';
import { newTag, useKnownTags } from '../fields/tags.ts';
import { priorityLooks, stateLooks } from '../looks.ts';
import type { ListedTicket } from '../queries.ts';
import type { BulkAction } from './bulk-action.ts';
import css from './bulk-bar.module.css';

type BulkPickersProps = {
  selected: readonly ListedTicket[];
  act: (action: BulkAction, rows: readonly ListedTicket[]) => Promise<void>;
};

/** Pickers for the selected tickets. A value that all of them share is shown as chosen. */
export function BulkPickers({ selected, act }: BulkPickersProps) {
  const apply = (action: BulkAction): void => void act(action, selected);
  const people = useAssigneeChoices();
  const unread = usePeopleError();
  return (
    <div className={css.pickers}>
      <EnumPicker
        action="ticket.state"
        name="Set the state"
        values={states}
        looks={stateLooks}
        chosen={common(selected.map(({ state }) => state))}
        onChoose={value => apply({ field: 'state', value })}
      >
        State
      </EnumPicker>
      <EnumPicker
        action="ticket.priority"
        name="Set the priority"
        values={priorities.toReversed()}
        looks={priorityLooks}
        chosen={common(selected.map(({ priority }) => priority))}
        onChoose={value => apply({ field: 'priority', value })}
      >
        Priority
      </EnumPicker>
      <ActionPicker
        action="ticket.assign"
        name="Assign"
        search="Name"
        choices={people}
        loadError={unread && { what: 'The others', retry: unread.retry }}
        chosen={common(selected.map(({ assignee_id: id }) => id ?? noAssignee))}
        onChoose={value => apply({ field: 'assignee_id', value: value === noAssignee ? null : value })}
      >
        Assignee
      </ActionPicker>
      <TagPickers selected={selected} apply={apply} />
    </div>
  );
}

function TagPickers({ selected, apply }: { selected: readonly ListedTicket[]; apply: (action: BulkAction) => void }) {
  const present = [...new Set(selected.flatMap(({ tags }) => tags))].sort();
  const onAll = present.filter(tag => selected.every(({ tags }) => tags.includes(tag)));
  const known = useKnownTags().filter(tag => !onAll.includes(tag));
  return (
    <>
      <ActionPicker
        action="ticket.tag"
        name="Add a tag"
        search="Find or add a tag"
        choices={known.map(tag => ({ value: tag, label: tag }))}
        chosen={[]}
        create={text => newTag(text, onAll)}
        onChoose={tag => apply({ field: 'tags', add: tag })}
      >
        + Tag
      </ActionPicker>
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

/** Returns the value that all share; an empty list if they differ. */
const common = (values: readonly string[]): string[] => {
  const different = [...new Set(values)];
  return different.length === 1 ? different : [];
};
