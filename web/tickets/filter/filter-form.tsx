import { useAssignablePeople } from '../../people/use-people.ts';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { priorityField, stateField } from '../looks.ts';
import type { TicketFilter } from './filter.ts';
import css from './filter-control.module.css';
import { toDay, toTimestamp } from './filter-days.ts';
import { ChoiceFilter, SelectFilter, TextFilter } from './filter-fields.tsx';
import { useChangeFilter } from './use-change-filter.ts';
import { useKnownValues } from './use-known-values.ts';

/** All filters of `GET /tickets` except `q` and `mailbox_id`. All changes share one history entry. */
export default function FilterForm({ filter }: { filter: TicketFilter }) {
  const change = useChangeFilter(filter, { oneStep: true });
  const people = useAssignablePeople().map(({ id, name }) => ({ value: id, label: name }));
  const knownValues = useKnownValues({ loadsTags: true });
  const first = useFirstFocus<HTMLDivElement>();
  return (
    <div ref={first} className={css.form}>
      <ChoiceFilter field={stateField} value={filter.state} onChange={state => change({ state })} />
      <ChoiceFilter field={priorityField} value={filter.priority} onChange={priority => change({ priority })} />
      <div className={css.pair}>
        <SelectFilter
          label="Assignee"
          any="Anyone"
          choices={[{ value: 'me', label: 'Me' }, { value: 'null', label: 'Unassigned' }, ...people]}
          value={filter.assignee_id}
          onChange={assignee_id => change({ assignee_id })}
        />
        <SelectFilter
          label="Needs reply"
          any="Any"
          choices={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={filter.awaiting_reply}
          onChange={awaiting_reply => change({ awaiting_reply })}
        />
        <SelectFilter
          label="Not delivered"
          any="Any"
          choices={[{ value: 'true', label: 'Yes' }]}
          value={filter.undelivered}
          onChange={undelivered => change({ undelivered })}
        />
        <SelectFilter
          label="Watching"
          any="Any"
          choices={[{ value: 'true', label: 'Yes' }]}
          value={filter.watching}
          onChange={watching => change({ watching })}
        />
      </div>
      <TextFilter
        label="Tag"
        placeholder="billing"
        suggestions={knownValues.tags}
        value={filter.tag ?? ''}
        onChange={text => change({ tag: text.toLowerCase() || undefined })}
      />
      <TextFilter
        label="Customer email"
        type="email"
        placeholder="amelie@atelier-laurent.example"
        suggestions={knownValues.emails}
        value={filter.customer_email ?? ''}
        onChange={text => change({ customer_email: text || undefined })}
      />
      <div className={css.pair}>
        <TextFilter
          label="Created since"
          type="date"
          value={toDay(filter.created_since)}
          onChange={date => change({ created_since: toTimestamp(date) })}
        />
        <TextFilter
          label="Updated since"
          type="date"
          value={toDay(filter.updated_since)}
          onChange={date => change({ updated_since: toTimestamp(date) })}
        />
      </div>
    </div>
  );
}
