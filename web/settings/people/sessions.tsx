import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Person, Session } from '#contract';
import { call } from '../../api-client/client.ts';
import { ignoreNotFound } from '../../api-client/errors.ts';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { showDone } from '../../toasts/toast-store.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Time } from '../../ui/time.tsx';
import form from '../form/settings-form.module.css';
import { LoadFailure } from '../load-failure.tsx';
import css from './people.module.css';
import { sessionsQuery } from './queries.ts';

/** The browsers in which a person is signed in. All except the current browser can be signed out. */
export function Sessions({ person }: { person: Person }) {
  const { data: sessions, error, isPending, refetch } = useQuery(sessionsQuery(person.id));
  return (
    <section className={form.form} tabIndex={-1} aria-label="Sessions">
      <h2>Sessions</h2>
      {isPending && <RowSkeletons subject="the sessions" count={1} />}
      {!sessions && error && (
        <LoadFailure title="Couldn’t load the sessions" error={error} retry={() => void refetch()} />
      )}
      {sessions?.length === 0 && <p className={form.about}>Not signed in to this desk in any browser.</p>}
      {sessions?.map(session => (
        <SessionRow key={session.id} person={person} session={session} />
      ))}
    </section>
  );
}

function SessionRow({ person: { id }, session }: { person: Person; session: Session }) {
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const params = { person_id: id, session_id: session.id };
      await call('DELETE /people/{person_id}/sessions/{session_id}', { params }).catch(ignoreNotFound);
    },
    onSuccess: () => {
      showDone('Session ended');
      return client.invalidateQueries({ queryKey: sessionsQuery(id).queryKey });
    },
  });
  return (
    <div className={css.access}>
      <div>
        <h3>{session.current ? 'This browser' : 'A browser'}</h3>
        <p>
          Signed in <Time at={session.created_at} as="when" />, last used <Time at={session.last_used_at} as="when" />
        </p>
        {error && <FormError error={error} />}
      </div>
      {!session.current && (
        <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
          End session
        </button>
      )}
    </div>
  );
}
