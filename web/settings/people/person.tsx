import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Person } from '#contract';
import { call } from '../../api-client/client.ts';
import { isNotFound } from '../../api-client/errors.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { usePerson } from '../../session/person.ts';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BodySkeleton, HeadingSkeleton } from '../../ui/skeleton.tsx';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { readTexts } from '../form/fields.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { AssignedTickets } from './assigned-tickets.tsx';
import { Identities } from './identities.tsx';
import css from './people.module.css';
import { PersonAccess } from './person-access.tsx';
import { personFields, roleLabels } from './person-fields.ts';
import { PersonState } from './person-state.tsx';
import { personQuery, storePerson } from './queries.ts';
import { Sessions } from './sessions.tsx';

/** The person of the URL. */
export function PersonPage() {
  const { personId } = useParams({ from: '/desk/settings/people/$personId' });
  return (
    <section className={detailPane.pane} tabIndex={-1} aria-label="Person">
      <PersonBody key={personId} id={personId} />
    </section>
  );
}

function PersonBody({ id }: { id: string }) {
  const { data: person, error, refetch } = useQuery(personQuery(id));
  const failed = !person && error;
  return (
    <>
      <PageTitle>{person?.name ?? 'Person'}</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to people" to={{ to: '/settings/people' }} />
          <h1 className={`${settings.title} truncate`} dir="auto">
            {person?.name ?? 'Person'}
          </h1>
          <span className={detailPane.actions}>
            <CopyAsCurl path={`/people/${id}`} />
          </span>
        </div>
        {person ? <Summary person={person} /> : !failed && <HeadingSkeleton />}
      </header>
      {failed && <PersonFailure error={error} retry={() => void refetch()} />}
      {!failed && !person && <BodySkeleton subject="the person" />}
      {person && (
        <div className={settings.screen}>
          <PersonForm person={person} />
          <PersonAccess person={person} />
          <Identities person={person} />
          <Sessions person={person} />
          <ToastSpacer under="page" />
        </div>
      )}
    </>
  );
}

const PersonFailure = ({ error, retry }: { error: Error; retry: () => void }) =>
  isNotFound(error) ? (
    <EmptyState icon="search" title="Person not found">
      <p>{error.description}</p>
      <Link className="button" to="/settings/people">
        Go to all people
      </Link>
    </EmptyState>
  ) : (
    <LoadFailure title="Couldn’t load the person" error={error} retry={retry} />
  );

const Summary = ({ person }: { person: Person }) => (
  <p className={css.summary}>
    <PersonState person={person} />
    <span>{roleLabels[person.role]}</span>
    <AssignedTickets person={person} />
  </p>
);

function PersonForm({ person }: { person: Person }) {
  const fields = personFields(person.id === usePerson().id);
  const client = useQueryClient();
  const params = { person_id: person.id };
  const toBase = (stored: Person) => ({ version: stored.version, texts: readTexts(fields, stored) });
  const store = (stored: Person) => {
    storePerson(client, stored);
    return toBase(stored);
  };
  const state = useSettingsForm({
    fields,
    current: toBase(person),
    draftPath: `settings/people/${person.id}/person`,
    save: async (body, ifVersion) => store((await call('PATCH /people/{person_id}', { params, body, ifVersion })).body),
    reload: async () => store((await call('GET /people/{person_id}', { params })).body),
    canUndo: true,
  });
  return <SettingsForm title="Person" fields={fields} state={state} />;
}
