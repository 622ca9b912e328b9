import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { AuditEntry } from '#contract';
import { isNotFound } from '../../api-client/errors.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { usePersonName } from '../../people/use-people.ts';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatExactTime } from '../../ui/format-time.ts';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import css from './audit.module.css';
import type { AuditFilter } from './audit-filter.ts';
import { actionLabels, describeAuthor, formatValue } from './audit-labels.ts';
import { AuditTarget } from './audit-target.tsx';
import { auditEntryQuery } from './queries.ts';

/** The audit entry of the URL, with old and new values. Escape returns to the same filters. */
export function AuditEntryPage() {
  const { auditEntryId } = useParams({ from: '/desk/settings/audit/$auditEntryId' });
  const search = useSearch({ from: '/desk/settings/audit/$auditEntryId' });
  const { data: entry, error, isPending, refetch } = useQuery(auditEntryQuery(auditEntryId));
  const title = entry === undefined ? 'Audit entry' : actionLabels[entry.action];
  return (
    <section className={detailPane.pane} aria-label="Audit entry">
      <PageTitle>{title}</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to the audit log" to={{ to: '/settings/audit', search }} />
          <h1 className={settings.title}>{title}</h1>
          <span className={detailPane.actions}>
            <CopyAsCurl path={`/audit_entries/${encodeURIComponent(auditEntryId)}`} />
          </span>
        </div>
      </header>
      <div className={settings.screen}>
        {isPending && <RowSkeletons subject="the entry" count={8} />}
        {isNotFound(error) && <NoEntry search={search} />}
        {!isPending && !entry && !isNotFound(error) && (
          <LoadFailure title="Couldn’t load the entry" error={error} retry={() => void refetch()} />
        )}
        {entry && <Facts entry={entry} />}
        {entry && <Changes changes={entry.changes} />}
        <ToastSpacer under="page" />
      </div>
    </section>
  );
}

const NoEntry = ({ search }: { search: AuditFilter }) => (
  <EmptyState icon="clock" title="Audit entry not found">
    <p>Entries are deleted after the retention time of the audit log.</p>
    <Link className="button" to="/settings/audit" search={search}>
      Go to the audit log
    </Link>
  </EmptyState>
);

function Facts({ entry }: { entry: AuditEntry }) {
  const getName = usePersonName();
  return (
    <dl className={css.entry}>
      <dt>Time</dt>
      <dd>
        <time dateTime={entry.created_at}>{formatExactTime(Date.parse(entry.created_at))}</time>
      </dd>
      <dt>Person</dt>
      <dd dir="auto">{describeAuthor(entry, getName)}</dd>
      {entry.client_id !== null && (
        <>
          <dt>Program</dt>
          <dd className={css.code}>{entry.client_id}</dd>
        </>
      )}
      {entry.target_id !== null && (
        <>
          <dt>About</dt>
          <dd dir="auto">
            <AuditTarget entry={entry} className={css.target} />
          </dd>
          <dt>ID</dt>
          <dd className={css.code}>{entry.target_id}</dd>
        </>
      )}
    </dl>
  );
}

/** The old and new value of each field. */
function Changes({ changes }: { changes: AuditEntry['changes'] }) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return null;
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(([field, change]) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            {change === 'changed' ? (
              <td colSpan={2}>Changed. The audit log never contains the values of secrets.</td>
            ) : (
              <>
                <td dir="auto">{formatValue(change.old)}</td>
                <td dir="auto">{formatValue(change.new)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
