import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Client } from '#contract';
import { useAction } from '../../keyboard/use-action.ts';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { usePerson } from '../../session/person.ts';
import { useHasDraft } from '../../storage/drafts.ts';
import { DraftBadge } from '../../ui/draft-badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Time } from '../../ui/time.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { useLinkKeys } from '../use-link-keys.ts';
import { describeScopes, programKindLabels } from './program-fields.ts';
import css from './programs.module.css';
import { ProgramsPane } from './programs-pane.tsx';
import { programsQuery, programUsageQuery } from './queries.ts';

/** The registered programs, with their scopes and last use. */
export function ProgramsPage() {
  const navigate = useNavigate();
  const hasDraft = useHasDraft(usePerson().id, ['settings/programs/new']);
  useAction('program.new', () => void navigate({ to: '/settings/programs/new' }));
  return (
    <ProgramsPane
      title="Programs"
      apiPath="/clients"
      action={
        <Link className="button primary" to="/settings/programs/new">
          {hasDraft ? 'Continue draft' : 'New program'} <KeyHint keys="c" />
        </Link>
      }
    >
      <ProgramRows />
    </ProgramsPane>
  );
}

function ProgramRows() {
  const { data: programs, error, isPending, refetch } = useQuery(programsQuery);
  if (isPending) return <RowSkeletons subject="programs" count={8} />;
  if (!programs) return <LoadFailure title="Couldn’t load programs" error={error} retry={() => void refetch()} />;
  if (programs.length === 0)
    return (
      <EmptyState icon="apps" title="No programs yet">
        <p>Once a program is registered, people can sign in here and give it access.</p>
      </EmptyState>
    );
  return <Rows programs={programs} />;
}

function Rows({ programs }: { programs: readonly Client[] }) {
  const list = useLinkKeys<HTMLUListElement>();
  return (
    <ul ref={list} className={css.rows} aria-label="Programs">
      {programs.map(program => (
        <li key={program.id}>
          <Link to="/settings/programs/$clientId" params={{ clientId: program.id }}>
            <span className={css.name}>
              <strong className="truncate" dir="auto">
                {program.name}
              </strong>
              <span className={css.kind}>{programKindLabels[program.kind]}</span>
              <DraftMark id={program.id} />
            </span>
            <span className={`${css.scopes} truncate`}>{describeScopes(program.scopes)}</span>
            <LastUse id={program.id} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function LastUse({ id }: { id: string }) {
  const { data } = useQuery(programUsageQuery);
  const usage = data?.clients.find(({ client_id }) => client_id === id);
  if (data === undefined) return null;
  return (
    <span className={css.use}>
      {usage === undefined ? (
        'Not in use'
      ) : (
        <span>
          Used <Time at={usage.last_used_at} as="when" />
        </span>
      )}
    </span>
  );
}

function DraftMark({ id }: { id: string }) {
  const hasDraft = useHasDraft(usePerson().id, [`settings/programs/${id}/`]);
  return hasDraft && <DraftBadge className={css.kind} />;
}
