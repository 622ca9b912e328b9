import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client, Grant } from '#contract';
import { call } from '../../api-client/client.ts';
import { ignoreNotFound } from '../../api-client/errors.ts';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { usePersonName } from '../../people/use-people.ts';
import { showDone, showFailure } from '../../toasts/toast-store.ts';
import { Time } from '../../ui/time.tsx';
import form from '../form/settings-form.module.css';
import { LoadFailure } from '../load-failure.tsx';
import css from './programs.module.css';
import { grantsQuery, refetchAccess } from './queries.ts';

/** The people who granted access to a program, each with a button that revokes the access. */
export function ProgramAccess({ program }: { program: Client }) {
  const { data: grants, error, isPending, refetch } = useQuery(grantsQuery(program.id));
  return (
    <section className={form.form} tabIndex={-1} aria-label="People">
      <h2>People</h2>
      {isPending && <RowSkeletons subject="people" count={2} />}
      {!isPending && !grants && <LoadFailure title="Couldn’t load people" error={error} retry={() => void refetch()} />}
      {grants?.length === 0 && <p>Nobody has given this program access.</p>}
      {grants && grants.length > 0 && (
        <ul className={css.people} aria-label="People with access">
          {[...Map.groupBy(grants, ({ person_id }) => person_id)].map(([personId, personGrants]) => (
            <PersonRow key={personId} personId={personId} grants={personGrants} program={program} />
          ))}
        </ul>
      )}
    </section>
  );
}

type PersonRowProps = { personId: string; grants: readonly Grant[]; program: Client };

function PersonRow({ personId, grants, program }: PersonRowProps) {
  const name = usePersonName()(personId);
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      for (const { id } of grants)
        await call('DELETE /grants/{grant_id}', { params: { grant_id: id } }).catch(ignoreNotFound);
    },
    onSuccess: () => showDone(`${program.name} can no longer act for ${name}`),
    onError: error => showFailure(`Couldn’t revoke the access to ${name}’s account`, error),
    onSettled: () => refetchAccess(client, program.id),
  });
  const lastUse =
    grants
      .map(({ last_used_at }) => last_used_at)
      .sort()
      .at(-1) ?? '';
  return (
    <li className={css.part}>
      <p>
        <bdi>{name}</bdi>
        <span className={css.use}>
          <span>
            Used <Time at={lastUse} as="when" />
          </span>
        </span>
      </p>
      <button
        type="button"
        className="button"
        aria-label={`Revoke the access to ${name}’s account`}
        disabled={isPending}
        onClick={() => mutate()}
      >
        Revoke
      </button>
    </li>
  );
}
