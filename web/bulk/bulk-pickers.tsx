import { priorities, states } from '#contract/vocabulary';
import { ActionPicker } from '../keyboard/action-picker.tsx';
import { nobody, useAssigneeChoices } from '../tickets/fields/assignee-field.tsx';
import { newTag, useKnownTags } from '../tickets/fields/tags.ts';
import { Mark } from '../tickets/fields/word-fields.tsx';
import type { TicketRow } from '../tickets/queries.ts';
import { type Look, priorityLooks, stateLooks } from '../tickets/words.ts';
import { type Choice, Picker } from '../ui/picker.tsx';
import css from './bulk-bar.module.css';
import type { Wish } from './wish.ts';

type BulkPickersProps = {
  selected: readonly TicketRow[];
  act: (wish: Wish, rows: readonly TicketRow[]) => Promise<void>;
};

const searchFrom = 8;

/** What can be chosen for all that are selected. What they all are is chosen already. */
export function BulkPickers({ selected, act }: BulkPickersProps) {
  const wish = (wanted: Wish): void => void act(wanted, selected);
  const people = useAssigneeChoices();
  return (
    <div className={css.pickers}>
      <ActionPicker
        action="ticket.state"
        name="Set the state"
        choices={choicesOf(states, stateLooks)}
        chosen={common(selected.map(({ state }) => state))}
        onChoose={value => onWord(states, value, state => wish({ field: 'state', value: state }))}
      >
        State
      </ActionPicker>
      <ActionPicker
        action="ticket.priority"
        name="Set the priority"
        choices={choicesOf(priorities.toReversed(), priorityLooks)}
        chosen={common(selected.map(({ priority }) => priority))}
        onChoose={value => onWord(priorities, value, priority => wish({ field: 'priority', value: priority }))}
      >
        Priority
      </ActionPicker>
      <ActionPicker
        action="ticket.assign"
        name="Assign"
        choices={people}
        chosen={common(selected.map(({ assignee_id: id }) => id ?? nobody))}
        onChoose={value => wish({ field: 'assignee_id', value: value === nobody ? null : value })}
        {...(people.length > searchFrom && { search: 'Name' })}
      >
        Assignee
      </ActionPicker>
      <TagPickers selected={selected} wish={wish} />
    </div>
  );
}

function TagPickers({ selected, wish }: { selected: readonly TicketRow[]; wish: (wish: Wish) => void }) {
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
        onChoose={tag => wish({ field: 'tags', add: tag })}
      >
        + Tag
      </ActionPicker>
      {present.length > 0 && (
        <Picker
          name="Remove a tag"
          choices={present.map(tag => ({ value: tag, label: tag }))}
          chosen={[]}
          onChoose={tag => wish({ field: 'tags', remove: tag })}
          {...(present.length > searchFrom && { search: 'Tag' })}
        >
          − Tag
        </Picker>
      )}
    </>
  );
}

const choicesOf = <Word extends string>(words: readonly Word[], looks: Readonly<Record<Word, Look>>): Choice[] =>
  words.map(word => ({ value: word, label: looks[word].label, mark: <Mark look={looks[word]} /> }));

/** What all of them are; nothing where they differ. */
const common = (values: readonly string[]): string[] => {
  const different = [...new Set(values)];
  return different.length === 1 ? different : [];
};

function onWord<Word extends string>(words: readonly Word[], value: string, act: (word: Word) => void): void {
  const word = words.find(each => each === value);
  if (word !== undefined) act(word);
}
