import { useInfiniteQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { memo } from 'react';
import type { Delivery } from '#contract';
import { MenuButton } from '../../app/sidebar/menu-button.tsx';
import detailPane from '../../list/detail-pane.module.css';
import bar from '../../list/list-bar.module.css';
import panes from '../../list/panes.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { usePerson } from '../../session/person.ts';
import { useHasDraft } from '../../storage/drafts.ts';
import { DraftBadge } from '../../ui/draft-badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNames } from '../format-address.ts';
import { MailList } from '../mail-list.tsx';
import { MailRow, RowEnd, RowName } from '../mail-row.tsx';
import { ownDeliveryChanges } from '../own-changes.ts';
import { capturedFilter, deliveryList } from '../queries.ts';
import css from './captured.module.css';
import { getTestMailDraftKey } from './test-mail-draft.ts';
import { WriteAsCustomer } from './write-as-customer.tsx';

/** The captured mail of the desk, with the open mail beside it. */
export function CapturedMailPage() {
  const openId = useParams({ strict: false }).deliveryId;
  const navigate = useNavigate();
  const list = useInfiniteQuery(deliveryList(capturedFilter));
  return (
    <main className={panes.panes} data-open={openId !== undefined || undefined} id="content" tabIndex={-1}>
      {openId === undefined && <PageTitle>Captured mail</PageTitle>}
      <section className={panes.list} aria-label="Captured mail">
        <header className={`${bar.head} ${css.head}`}>
          <div className={bar.bar}>
            <MenuButton />
            <h1>Captured mail</h1>
            <span className={bar.spacer} />
            <WriteAsCustomer />
          </div>
          <p className={css.hint}>Replies from mailboxes that capture mail are stored here instead of being sent.</p>
        </header>
        <MailList
          label="Captured mail"
          list={list}
          own={ownDeliveryChanges}
          openId={openId}
          open={deliveryId => void navigate({ to: '/mail/captured/$deliveryId', params: { deliveryId } })}
          empty={
            <EmptyState icon="mail" title="Nothing sent yet">
              <p>Reply to a ticket, and the email appears here.</p>
            </EmptyState>
          }
        >
          {(mail, removed) => <CapturedRow mail={mail} open={mail.id === openId} removed={removed} />}
        </MailList>
      </section>
      <Outlet />
    </main>
  );
}

type CapturedRowProps = { mail: Delivery; open: boolean; removed: boolean };

const CapturedRow = memo(function CapturedRow({ mail, open, removed }: CapturedRowProps) {
  return (
    <MailRow
      id={mail.id}
      href={`/mail/captured/${encodeURIComponent(mail.id)}`}
      open={open}
      removed={removed}
      icon="mail"
      subject={mail.subject}
      at={mail.sent_at ?? mail.created_at}
    >
      <RowName>To {formatNames(mail.recipients)}</RowName>
      <Draft id={mail.id} />
      {mail.kind === 'acknowledgement' && <span>Automatic</span>}
      {mail.ticket_id !== null && <RowEnd>#{mail.ticket_id}</RowEnd>}
    </MailRow>
  );
});

/** Marks a mail that has an unsent reply written as the customer. */
function Draft({ id }: { id: string }) {
  const { personId, path } = getTestMailDraftKey(usePerson().id, id);
  return useHasDraft(personId, [path]) && <DraftBadge className={css.draft} />;
}

/** Placeholder beside the list while no mail is open. */
export function NoCapturedMail() {
  return (
    <section className={detailPane.pane} aria-label="Email">
      <EmptyState icon="mail" title="Choose an email">
        <p>You see it as the customer would, and can reply as the customer.</p>
      </EmptyState>
    </section>
  );
}
