import { memo, useMemo } from 'react';
import { useNameOf } from '../people/use-people.ts';
import { usePerson } from '../session/person.ts';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import css from './activity-run.module.css';
import type { Deed } from './deeds.ts';
import { type Audience, type Rewriting, type Telling, tell } from './words.ts';

/** More lines than these between two messages are folded. */
const mostLines = 3;

type Told = { deed: Deed; telling: Telling };

/** What was done between two messages, a line for each deed. */
export const ActivityRun = memo(function ActivityRun({ deeds }: { deeds: readonly Deed[] }) {
  const { id: personId } = usePerson();
  const nameOf = useNameOf();
  const told = useMemo(() => tellAll(deeds, { personId, nameOf }), [deeds, personId, nameOf]);
  const doerOf = ({ deed }: Told): string => (deed.personId === personId ? 'You' : nameOf(deed.personId));
  const lines = told.map(each => <Line key={each.deed.id} {...each} doer={doerOf(each)} />);
  if (lines.length === 0) return null;
  if (lines.length <= mostLines) return <ul className={css.run}>{lines}</ul>;
  const doers = [...new Set(told.map(doerOf))];
  return (
    <details className={css.run}>
      <summary>
        <Icon name="clock" size={14} />
        <span>
          {lines.length} changes by {nameFew(doers)}
        </span>
      </summary>
      <ul>{lines}</ul>
    </details>
  );
});

const tellAll = (deeds: readonly Deed[], audience: Audience): Told[] =>
  deeds.flatMap(deed => {
    const telling = tell(deed, audience);
    return telling ? [{ deed, telling }] : [];
  });

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function nameFew(names: readonly string[]): string {
  const others = names.length - 2;
  const shown = names.map(name => (name === 'You' ? 'you' : name));
  return list.format(others > 1 ? [...shown.slice(0, 2), `${others} others`] : shown);
}

function Line({ deed, telling, doer }: Told & { doer: string }) {
  return (
    <li className={css.line} data-icon={telling.icon}>
      <Icon name={telling.icon} size={14} />
      <div>
        <b dir="auto">{doer}</b> {telling.words} <span aria-hidden="true">·</span> <Time at={deed.at} as="when" />
        {telling.rewritings.length > 0 && <Rewritings rewritings={telling.rewritings} />}
      </div>
    </li>
  );
}

function Rewritings({ rewritings }: { rewritings: readonly Rewriting[] }) {
  return (
    <details className={css.rewritings}>
      <summary>Show what it was</summary>
      {rewritings.map(({ what, old, new: now }) => (
        <dl key={what}>
          <dt>{what} before</dt>
          <dd dir="auto">
            <del>{show(old)}</del>
          </dd>
          <dt>{what} after</dt>
          <dd dir="auto">
            <ins>{show(now)}</ins>
          </dd>
        </dl>
      ))}
    </details>
  );
}

const show = (text: string | null): string => (text === '' ? 'Nothing' : (text ?? 'Too long to be kept in the log'));
