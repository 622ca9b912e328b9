import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Mailbox } from '#contract';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { mailboxesQuery, mailboxStatusesQuery } from '../../mailboxes/queries.ts';
import { PageTitle } from '../../session/page-title.tsx';
import { usePerson } from '../../session/person.ts';
import { useHasDraft } from '../../storage/drafts.ts';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { DraftBadge } from '../../ui/draft-badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import settings from '../settings.module.css';
import { useLinkKeys } from '../use-link-keys.ts';
import { Direction } from './direction.tsx';
import css from './mailboxes.module.css';

/** The mailboxes of the desk with the state of each. */
export function MailboxesPage() {
  const hasDraft = useHasDraft(usePerson().id, ['settings/mailboxes/new']);
  return (
    <section className={detailPane.pane} aria-label="Mailboxes">
      <PageTitle>Mailboxes</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to settings" to={{ to: '/settings' }} />
          <h1 className={settings.title}>Mailboxes</h1>
          <span className={detailPane.actions}>
            <CopyAsCurl path="/mailboxes" />
            <Link className="button primary" to="/settings/mailboxes/new">
              {hasDraft ? 'Continue draft' : 'New mailbox'}
            </Link>
          </span>
        </div>
      </header>
      <div className={settings.screen}>
        <MailboxRows />
        <ToastSpacer under="page" />
      </div>
    </section>
  );
}

function MailboxRows() {
  // Refetched with the statuses, so that both are equally recent.
  const { data: mailboxes, error, isPending, refetch } = useQuery({ ...mailboxesQuery, staleTime: 0 });
  if (isPending) return <RowSkeletons subject="mailboxes" count={8} />;
  if (!mailboxes) return <ErrorState title="Couldn’t load mailboxes" error={error} retry={() => void refetch()} />;
  if (mailboxes.length === 0)
    return (
      <EmptyState icon="inbox" title="No mailboxes yet">
        <p>With a mailbox, customers write to an address and replies are sent as email.</p>
      </EmptyState>
    );
  return <Rows mailboxes={mailboxes} />;
}

function Rows({ mailboxes }: { mailboxes: readonly Mailbox[] }) {
  const { data: { statuses } = { statuses: [] } } = useQuery(mailboxStatusesQuery);
  const list = useLinkKeys<HTMLUListElement>();
  return (
    <ul ref={list} className={css.rows} aria-label="Mailboxes">
      {mailboxes.map(mailbox => (
        <li key={mailbox.id}>
          <Link to="/settings/mailboxes/$mailboxId" params={{ mailboxId: mailbox.id }}>
            <span className={css.name}>
              <strong className="truncate" dir="auto">
                {mailbox.name}
              </strong>
              <DraftMark id={mailbox.id} />
            </span>
            <span className={`${css.address} truncate`}>{mailbox.address}</span>
            <Status mailbox={mailbox} status={statuses.find(each => each.mailbox_id === mailbox.id)} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const Status = (props: Omit<Parameters<typeof Direction>[0], 'direction'>) => (
  <span className={css.directions}>
    <Direction {...props} direction="inbound" />
    <Direction {...props} direction="outbound" />
    {props.status && props.status.waiting_deliveries > 0 && (
      <span className="number">{props.status.waiting_deliveries} waiting</span>
    )}
  </span>
);

function DraftMark({ id }: { id: string }) {
  const hasDraft = useHasDraft(usePerson().id, [`settings/mailboxes/${id}/`]);
  return hasDraft && <DraftBadge className={css.draft} />;
}
