import { useNavigate } from '@tanstack/react-router';
import { auditActions, auditTargetKinds } from '#contract/enums';
import { ActionPopup } from '../../keyboard/action-popup.tsx';
import { usePeople, usePersonName } from '../../people/use-people.ts';
import control from '../../tickets/filter/filter-control.module.css';
import { toDay, toTimestamp } from '../../tickets/filter/filter-days.ts';
import { SelectFilter, TextFilter } from '../../tickets/filter/filter-fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import css from './audit.module.css';
import type { AuditFilter } from './audit-filter.ts';
import { actionLabels, describeCondition, targetKindLabels } from './audit-labels.ts';

type FiltersProps = { filter: AuditFilter };
type Change = (changes: { readonly [Name in keyof AuditFilter]?: string | undefined }) => void;

/** Shows each condition of the list as a button that removes it. A popup adds conditions. The URL stores them. */
export function AuditFilters({ filter }: FiltersProps) {
  const navigate = useNavigate();
  const getName = usePersonName();
  const change: Change = changes => {
    const search = Object.fromEntries(
      Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== undefined),
    );
    void navigate({ to: '/settings/audit', search, replace: true });
  };
  const { sort: _, ...conditions } = filter;
  return (
    <div className={css.chips}>
      {(Object.entries(conditions) as [keyof AuditFilter, string][]).map(([name, value]) => {
        const text = describeCondition(name, value, getName);
        return (
          <button
            key={name}
            type="button"
            className={css.chip}
            aria-label={`Remove the filter ${text}`}
            onClick={() => change({ [name]: undefined })}
          >
            <span>{text}</span>
            <Icon name="cross" size={11} />
          </button>
        );
      })}
      <ActionPopup action="list.filter" label="Filter" button="+ Filter" buttonClass={css.add} width={320}>
        {() => <FilterForm filter={filter} onChange={change} />}
      </ActionPopup>
    </div>
  );
}

const toChoices = (labels: Readonly<Record<string, string>>, values: readonly string[]) =>
  values.map(value => ({ value, label: labels[value] ?? value }));

function FilterForm({ filter, onChange }: FiltersProps & { onChange: Change }) {
  const first = useFirstFocus<HTMLDivElement>();
  const people = usePeople().map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div ref={first} className={control.form}>
      <SelectFilter
        label="Person"
        any="Anyone"
        choices={[{ value: 'null', label: 'Command line or Stardesk' }, ...people]}
        value={filter.person_id}
        onChange={person_id => onChange({ person_id })}
      />
      <SelectFilter
        label="About"
        any="Anything"
        choices={toChoices(targetKindLabels, auditTargetKinds)}
        value={filter.target_kind}
        onChange={target_kind => onChange({ target_kind })}
      />
      <SelectFilter
        label="Action"
        any="Any"
        choices={toChoices(actionLabels, auditActions)}
        value={filter.action}
        onChange={action => onChange({ action })}
      />
      <div className={control.pair}>
        <TextFilter
          label="Since"
          type="date"
          value={toDay(filter.created_since)}
          onChange={date => onChange({ created_since: toTimestamp(date) })}
        />
        <TextFilter
          label="Before"
          type="date"
          value={toDay(filter.created_before)}
          onChange={date => onChange({ created_before: toTimestamp(date) })}
        />
      </div>
    </div>
  );
}
