import { priorities, states } from '#contract/vocabulary';
import { useAssignablePeople } from '../../people/use-people.ts';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { priorityLooks, stateLooks } from '../words.ts';
import type { TicketFilter } from './filter.ts';
import css from './filter-control.module.css';
import { dayOf, instantOf } from './filter-days.ts';
import { ChoiceCondition, TypedCondition, WordsCondition } from './filter-fields.tsx';
import { useChangeFilter } from './use-change-filter.ts';
import { useKnownValues } from './use-known-values.ts';

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** All filters of `GET /tickets` except the search. All changes share one history entry. */
export default function FilterForm({ filter }: { filter: TicketFilter }) {
  const change = useChangeFilter(filter, { oneStep: true });
  const people = useAssignablePeople().map(({ id, name }) => ({ value: id, label: name }));
  const known = useKnownValues();
  const first = useFirstFocus<HTMLDivElement>();
  return (
    <div ref={first} className={css.form}>
      <WordsCondition
        label="State"
        values={states}
        looks={stateLooks}
        value={filter.state}
        onChange={state => change({ state })}
      />
      <WordsCondition
        label="Priority"
        values={priorities.toReversed()}
        looks={priorityLooks}
        value={filter.priority}
        onChange={priority => change({ priority })}
      />
      <div className={css.pair}>
        <ChoiceCondition
          label="Assignee"
          any="Anyone"
          choices={[{ value: 'me', label: 'Me' }, { value: 'null', label: 'Nobody' }, ...people]}
          value={filter.assignee_id}
          onChange={assignee_id => change({ assignee_id })}
        />
        <ChoiceCondition
          label="Needs reply"
          any="Any"
          choices={yesOrNo}
          value={filter.awaiting_reply}
          onChange={awaiting_reply => change({ awaiting_reply })}
        />
      </div>
      <TypedCondition
        label="Tag"
        placeholder="billing"
        suggestions={known.tags}
        value={filter.tag ?? ''}
        onChange={text => change({ tag: text.toLowerCase() || undefined })}
      />
      <TypedCondition
        label="Customer’s email"
        type="email"
        placeholder="amelie@atelier-laurent.example"
        suggestions={known.emails}
        value={filter.customer_email ?? ''}
        onChange={text => change({ customer_email: text || undefined })}
      />
      <div className={css.pair}>
        <TypedCondition
          label="Created since"
          type="date"
          value={dayOf(filter.created_since)}
          onChange={date => change({ created_since: instantOf(date) })}
        />
        <TypedCondition
          label="Updated since"
          type="date"
          value={dayOf(filter.updated_since)}
          onChange={date => change({ updated_since: instantOf(date) })}
        />
      </div>
    </div>
  );
}
