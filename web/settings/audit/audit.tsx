import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { AuditEntry } from '#contract';
import { stringifySearch } from '../../api-client/search-params.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { usePersonName } from '../../people/use-people.ts';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Time } from '../../ui/time.tsx';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { useLinkKeys } from '../use-link-keys.ts';
import css from './audit.module.css';
import type { AuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { actionLabels, describeAuthor } from './audit-labels.ts';
import { AuditTarget } from './audit-target.tsx';
import { auditEntriesQuery } from './queries.ts';

/** The audit log: administrative changes to the desk, newest first. */
export function AuditPage() {
  const filter = useSearch({ from: '/desk/settings/audit' });
  const list = useInfiniteQuery(auditEntriesQuery(filter));
  return (
    <section className={detailPane.pane} aria-label="Audit log">
      <PageTitle>Audit log</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to settings" to={{ to: '/settings' }} />
          <h1 className={settings.title}>Audit log</h1>
          <span className={detailPane.actions}>
            <CopyAsCurl path={`/audit_entries${stringifySearch(filter)}`} />
          </span>
        </div>
      </header>
      <div className={settings.screen}>
        <p className={css.explanation}>
          Changes to people, programs, mailboxes, tags, settings and keys, made in this app, through the API or on the
          command line.
        </p>
        <AuditFilters filter={filter} />
        <Entries list={list} filter={filter} />
        <ToastSpacer under="page" />
      </div>
    </section>
  );
}

type EntriesProps = { list: UseInfiniteQueryResult<AuditEntry[]>; filter: AuditFilter };

function Entries({ list, filter }: EntriesProps) {
  const { data: entries, error, isPending, refetch, hasNextPage, fetchNextPage } = list;
  const { isFetchingNextPage, isFetchNextPageError } = list;
  const rows = useLinkKeys<HTMLUListElement>('a[data-row]');
  if (isPending) return <RowSkeletons subject="the audit log" count={8} />;
  if (entries === undefined)
    return <LoadFailure title="Couldn’t load the audit log" error={error} retry={() => void refetch()} />;
  if (entries.length === 0)
    return (
      <EmptyState icon="clock" title="No matching entries">
        <p>Administrative changes appear here. Remove a filter to see more.</p>
      </EmptyState>
    );
  return (
    <>
      <ul ref={rows} className={css.rows} aria-label="Audit log">
        {entries.map(entry => (
          <AuditRow key={entry.id} entry={entry} filter={filter} />
        ))}
      </ul>
      {hasNextPage && (
        <div>
          {isFetchNextPageError && <FormError error={error} />}
          <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : isFetchNextPageError ? 'Try again' : 'Show older entries'}
          </button>
        </div>
      )}
    </>
  );
}

function AuditRow({ entry, filter }: { entry: AuditEntry; filter: AuditFilter }) {
  const getName = usePersonName();
  return (
    <li>
      <Link
        data-row={entry.id}
        className={css.action}
        to="/settings/audit/$auditEntryId"
        params={{ auditEntryId: entry.id }}
        search={filter}
      >
        {actionLabels[entry.action]}
      </Link>
      <Time at={entry.created_at} as="when" className={css.time} />
      <span className={css.facts}>
        <bdi>{describeAuthor(entry, getName)}</bdi>
        <AuditTarget entry={entry} className={css.target} />
      </span>
    </li>
  );
}
