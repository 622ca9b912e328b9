import { memo, useMemo } from 'react';
import { explainError, getErrorReference } from '../../api-client/errors.ts';
import type { LoadError } from '../../api-client/load-error.ts';
import { usePersonName } from '../../people/use-people.ts';
import { usePerson } from '../../session/person.ts';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import type { ActivityItem } from './activity-items.ts';
import css from './activity-run.module.css';
import {
  type ActivityDescription,
  type ActivityReader,
  describeActivity,
  type FileNames,
  type TextChange,
} from './describe-activity.ts';

/** More lines than this between two messages are collapsed. */
const maxLines = 3;

type Line = { item: ActivityItem; description: ActivityDescription };

type ActivityRunProps = { items: readonly ActivityItem[]; fileNames: FileNames };

/** Lists the changes between two messages, one line each. */
export const ActivityRun = memo(function ActivityRun({ items, fileNames }: ActivityRunProps) {
  const { id: personId } = usePerson();
  const getName = usePersonName();
  const described = useMemo(
    () => describeAll(items, { personId, getName, fileNames }),
    [items, personId, getName, fileNames],
  );
  const actorName = ({ item }: Line): string => (item.personId === personId ? 'You' : getName(item.personId));
  const lines = described.map(line => <ActivityLine key={line.item.id} {...line} actor={actorName(line)} />);
  if (lines.length === 0) return null;
  if (lines.length <= maxLines) return <ul className={css.run}>{lines}</ul>;
  const actors = [...new Set(described.map(actorName))];
  return (
    <details className={css.run}>
      <summary>
        <Icon name="clock" size={14} />
        <span>
          {lines.length} changes by {formatActors(actors)}
        </span>
      </summary>
      <ul>{lines}</ul>
    </details>
  );
});

const describeAll = (items: readonly ActivityItem[], reader: ActivityReader): Line[] =>
  items.flatMap(item => {
    const description = describeActivity(item, reader);
    return description ? [{ item, description }] : [];
  });

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function formatActors(names: readonly string[]): string {
  const others = names.length - 2;
  const shown = names.map(name => (name === 'You' ? 'you' : name));
  return list.format(others > 1 ? [...shown.slice(0, 2), `${others} others`] : shown);
}

function ActivityLine({ item, description, actor }: Line & { actor: string }) {
  return (
    <li className={css.line} data-icon={description.icon}>
      <Icon name={description.icon} size={14} />
      <div>
        <b dir="auto">{actor}</b> {description.text} <span aria-hidden="true">·</span> <Time at={item.at} as="when" />
        {description.textChanges.length > 0 && <TextChanges changes={description.textChanges} />}
      </div>
    </li>
  );
}

function TextChanges({ changes }: { changes: readonly TextChange[] }) {
  return (
    <details className={css.textChanges}>
      <summary>Show previous value</summary>
      {changes.map(({ label, old, new: now }) => (
        <dl key={label}>
          <dt>{label} before</dt>
          <dd dir="auto">
            <del>{toText(old)}</del>
          </dd>
          <dt>{label} after</dt>
          <dd dir="auto">
            <ins>{toText(now)}</ins>
          </dd>
        </dl>
      ))}
    </details>
  );
}

const toText = (text: string | null): string => (text === '' ? 'Empty' : (text ?? 'Too long for the change log'));

/** Reports at the end of the thread that the activity could not be loaded. */
export const ActivityError = ({ error, retry }: LoadError) => (
  <div className={css.run} role="status">
    <div className={css.line}>
      <Icon name="alert" size={14} />
      <div>
        <b>Couldn’t load this ticket’s activity.</b> {explainError(error)}
        <small className="reference">{getErrorReference(error)}</small>
        <button type="button" className={`button ${css.retry}`} onClick={retry}>
          Try again
        </button>
      </div>
    </div>
  </div>
);
