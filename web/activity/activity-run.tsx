import { memo, useMemo } from 'react';
import { usePersonName } from '../people/use-people.ts';
import { usePerson } from '../session/person.ts';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import type { ActivityItem } from './activity-items.ts';
import css from './activity-run.module.css';
import {
  type ActivityDescription,
  type ActivityReader,
  describeActivity,
  type TextChange,
} from './describe-activity.ts';

/** More lines than this between two messages are collapsed. */
const maxLines = 3;

type Line = { deed: ActivityItem; telling: ActivityDescription };

/** Lists the changes between two messages, one line each. */
export const ActivityRun = memo(function ActivityRun({ deeds }: { deeds: readonly ActivityItem[] }) {
  const { id: personId } = usePerson();
  const nameOf = usePersonName();
  const described = useMemo(() => describeAll(deeds, { personId, nameOf }), [deeds, personId, nameOf]);
  const actorName = ({ deed }: Line): string => (deed.personId === personId ? 'You' : nameOf(deed.personId));
  const lines = described.map(line => <ActivityLine key={line.deed.id} {...line} actor={actorName(line)} />);
  if (lines.length === 0) return null;
  if (lines.length <= maxLines) return <ul className={css.run}>{lines}</ul>;
  const actors = [...new Set(described.map(actorName))];
  return (
    <details className={css.run}>
      <summary>
        <Icon name="clock" size={14} />
        <span>
          {lines.length} changes by {formatNames(actors)}
        </span>
      </summary>
      <ul>{lines}</ul>
    </details>
  );
});

const describeAll = (deeds: readonly ActivityItem[], audience: ActivityReader): Line[] =>
  deeds.flatMap(deed => {
    const telling = describeActivity(deed, audience);
    return telling ? [{ deed, telling }] : [];
  });

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function formatNames(names: readonly string[]): string {
  const others = names.length - 2;
  const shown = names.map(name => (name === 'You' ? 'you' : name));
  return list.format(others > 1 ? [...shown.slice(0, 2), `${others} others`] : shown);
}

function ActivityLine({ deed, telling, actor }: Line & { actor: string }) {
  return (
    <li className={css.line} data-icon={telling.icon}>
      <Icon name={telling.icon} size={14} />
      <div>
        <b dir="auto">{actor}</b> {telling.text} <span aria-hidden="true">·</span> <Time at={deed.at} as="when" />
        {telling.textChanges.length > 0 && <Rewritings rewritings={telling.textChanges} />}
      </div>
    </li>
  );
}

function Rewritings({ rewritings }: { rewritings: readonly TextChange[] }) {
  return (
    <details className={css['text-changes']}>
      <summary>Show previous value</summary>
      {rewritings.map(({ label, old, new: now }) => (
        <dl key={label}>
          <dt>{label} before</dt>
          <dd dir="auto">
            <del>{show(old)}</del>
          </dd>
          <dt>{label} after</dt>
          <dd dir="auto">
            <ins>{show(now)}</ins>
          </dd>
        </dl>
      ))}
    </details>
  );
}

const show = (text: string | null): string => (text === '' ? 'Empty' : (text ?? 'Too long for the change log'));
