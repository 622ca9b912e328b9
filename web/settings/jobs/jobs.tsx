import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '#contract';
import { type JobKind, type JobState, jobKinds, jobStates } from '#contract/enums';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { createRowState, RowStateContext } from '../../list/row-state.ts';
import { PageTitle } from '../../session/page-title.tsx';
import { useStore } from '../../storage/observable-store.ts';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Time } from '../../ui/time.tsx';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { DiscardJobs } from './discard-jobs.tsx';
import { jobKindLabels, jobStateLooks } from './job-labels.ts';
import { JobList } from './job-list.tsx';
import css from './jobs.module.css';
import { type JobFilter, jobCountsQuery, jobsQuery } from './queries.ts';
import { SelectedJobs } from './selected-jobs.tsx';
import { useJobAction } from './use-job-actions.ts';

const noJobs: readonly Job[] = [];

/** Summarizes the background jobs by kind. Lists the jobs that wait, run or have failed. */
export function JobsPage() {
  const [filter, setFilter] = useState<JobFilter>({ kind: null, state: null });
  const { data: jobs, error, isPending, refetch } = useQuery(jobsQuery(filter));
  const dead = jobs?.filter(({ state }) => state === 'dead') ?? [];
  const retry = useJobAction('retry');
  const [rowState] = useState(createRowState);
  const selectedIds = useStore(rowState, ({ selection }) => selection.ids);
  const hasSelection = jobs?.some(({ id }) => selectedIds.has(id));
  const [discarding, setDiscarding] = useState(noJobs);
  return (
    <RowStateContext value={rowState}>
      <section className={detailPane.pane} aria-label="Jobs">
        <PageTitle>Jobs</PageTitle>
        <header className={detailPane.header}>
          <div className={detailPane.toolbar}>
            <BackLink label="Back to settings" to={{ to: '/settings' }} />
            <h1 className={settings.title}>Jobs</h1>
            <span className={detailPane.actions}>
              <SelectedJobs jobs={jobs ?? noJobs} rowState={rowState} onDiscard={setDiscarding} />
              {dead.length > 1 && !hasSelection && (
                <button type="button" className="button" disabled={retry.isPending} onClick={() => retry.mutate(dead)}>
                  Retry {dead.length} failed jobs
                </button>
              )}
            </span>
          </div>
        </header>
        <div className={settings.screen}>
          <p className={css.explanation}>
            Work that the desk does in the background. A job fails because of a problem with the desk or its
            environment. A failed job stays here until you retry or discard it.
          </p>
          <Summary />
          <Filters filter={filter} onChange={setFilter} />
          {isPending && <RowSkeletons subject="jobs" count={4} />}
          {!isPending && !jobs && <LoadFailure title="Couldn’t load jobs" error={error} retry={() => void refetch()} />}
          {jobs?.length === 0 && (
            <EmptyState icon="check" title="No jobs">
              <p>Jobs appear here while they wait or run, and after they fail.</p>
            </EmptyState>
          )}
          {jobs !== undefined && jobs.length > 0 && (
            <JobList
              jobs={jobs}
              list={`${filter.kind} ${filter.state}`}
              rowState={rowState}
              onDiscard={job => setDiscarding([job])}
            />
          )}
          <ToastSpacer under="page" />
        </div>
        <DiscardJobs jobs={discarding} onDone={() => setDiscarding(noJobs)} />
      </section>
    </RowStateContext>
  );
}

/** Counts the jobs by kind and state. Shows the due time of the next job. */
function Summary() {
  const { data: counts } = useQuery(jobCountsQuery);
  if (!counts) return null;
  return (
    <table className={css.summary}>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          {jobStates.map(state => (
            <th key={state} scope="col">
              {jobStateLooks[state].label}
            </th>
          ))}
          <th scope="col">Next</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ kind, first_run_at, ...byState }) => (
          <tr key={kind}>
            <th scope="row">{jobKindLabels[kind]}</th>
            {jobStates.map(state => (
              <td key={state} data-failed={(state === 'dead' && byState.dead > 0) || undefined}>
                {byState[state]}
              </td>
            ))}
            <td>{first_run_at === null ? '–' : <Time at={first_run_at} as="when" />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type FiltersProps = { filter: JobFilter; onChange: (filter: JobFilter) => void };

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <div className={css.filters}>
      <label>
        Kind{' '}
        <select
          className="input"
          value={filter.kind ?? ''}
          onChange={({ target: { value } }) => onChange({ ...filter, kind: (value || null) as JobKind | null })}
        >
          <option value="">All</option>
          {jobKinds.map(kind => (
            <option key={kind} value={kind}>
              {jobKindLabels[kind]}
            </option>
          ))}
        </select>
      </label>
      <label>
        State{' '}
        <select
          className="input"
          value={filter.state ?? ''}
          onChange={({ target: { value } }) => onChange({ ...filter, state: (value || null) as JobState | null })}
        >
          <option value="">All</option>
          {jobStates.map(state => (
            <option key={state} value={state}>
              {jobStateLooks[state].label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
