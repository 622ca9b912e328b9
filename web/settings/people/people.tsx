import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Person } from '#contract';
import { useAction } from '../../keyboard/use-action.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { PageTitle } from '../../session/page-title.tsx';
import { usePerson } from '../../session/person.ts';
import { useHasDraft } from '../../storage/drafts.ts';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { DraftBadge } from '../../ui/draft-badge.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { useLinkKeys } from '../use-link-keys.ts';
import css from './people.module.css';
import { roleLabels } from './person-fields.ts';
import { PersonState } from './person-state.tsx';
import { peopleListQuery } from './queries.ts';

/** All people, with the role and state of each. */
export function PeoplePage() {
  const navigate = useNavigate();
  const hasDraft = useHasDraft(usePerson().id, ['settings/people/new']);
  useAction('person.new', () => void navigate({ to: '/settings/people/new' }));
  return (
    <section className={detailPane.pane} aria-label="People">
      <PageTitle>People</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to settings" to={{ to: '/settings' }} />
          <h1 className={settings.title}>People</h1>
          <span className={detailPane.actions}>
            <CopyAsCurl path="/people" />
            <Link className="button primary" to="/settings/people/new">
              {hasDraft ? 'Continue draft' : 'New person'} <KeyHint keys="c" />
            </Link>
          </span>
        </div>
      </header>
      <div className={settings.screen}>
        <PeopleRows />
        <ToastSpacer under="page" />
      </div>
    </section>
  );
}

function PeopleRows() {
  const { data: people, error, isPending, refetch } = useQuery(peopleListQuery);
  if (isPending) return <RowSkeletons subject="people" count={8} />;
  if (!people) return <LoadFailure title="Couldn’t load people" error={error} retry={() => void refetch()} />;
  return <Rows people={people} />;
}

function Rows({ people }: { people: readonly Person[] }) {
  const { id: ownId } = usePerson();
  const list = useLinkKeys<HTMLUListElement>();
  return (
    <ul ref={list} className={css.rows} aria-label="People">
      {people.map(person => (
        <li key={person.id} data-disabled={person.disabled || undefined}>
          <Link to="/settings/people/$personId" params={{ personId: person.id }}>
            <Avatar name={person.name} size={28} />
            <span className={css.name}>
              <strong className="truncate" dir="auto">
                {person.name}
              </strong>
              {person.id === ownId && <span className={css.self}>You</span>}
              <DraftMark id={person.id} />
            </span>
            <span className={`${css.address} truncate`}>{person.email}</span>
            <span className={css.marks}>
              <PersonState person={person} />
              <span>{roleLabels[person.role]}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function DraftMark({ id }: { id: string }) {
  const hasDraft = useHasDraft(usePerson().id, [`settings/people/${id}/`]);
  return hasDraft && <DraftBadge className={css.draft} />;
}
