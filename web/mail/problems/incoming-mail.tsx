import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Mail } from '#contract';
import { useIsAllowed } from '../../session/permissions.ts';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import { formatAddress } from '../format-address.ts';
import { Fact, MailHeading } from '../mail-detail.tsx';
import { MailFiles } from '../mail-files.tsx';
import { MailPane } from '../mail-pane.tsx';
import { MailViews } from '../mail-views.tsx';
import { mailItem, mailSource } from '../queries.ts';
import { useMailboxName } from '../use-mailbox-name.ts';
import { ActionButton } from './action-button.tsx';
import { incomingReasons } from './incoming-reasons.ts';
import css from './problems.module.css';

/** The incoming mail of the URL. Shows why it was held or failed, and its actions. */
export function IncomingMail() {
  const { mailId: id } = useParams({ from: '/desk/mail/problems/incoming/$mailId' });
  const query = useQuery(mailItem(id));
  const getName = useMailboxName();
  return (
    <MailPane
      key={id}
      query={query}
      back={{ to: '/mail/problems' }}
      title="Incoming mail"
      toolbar={mail => (
        <>
          <span>To {mail && <bdi>{getName(mail.mailbox_id)}</bdi>}</span>
          {mail && <Time at={mail.created_at} as="when" />}
        </>
      )}
      heading={mail => <Heading mail={mail} />}
    >
      {({ state, files }) => (
        <>
          <MailViews
            id={id}
            query={mailSource(id)}
            views={['text', 'headers', 'source']}
            isParsable={state !== 'failed'}
          />
          <MailFiles files={files} />
        </>
      )}
    </MailPane>
  );
}

function Heading({ mail }: { mail: Mail }) {
  const { from, reply_to, to, cc, envelope_from } = mail;
  return (
    <>
      <MailHeading subject={mail.subject}>
        <Fact name="From">{from ? formatAddress(from) : envelope_from}</Fact>
        <Fact name="Reply to">{reply_to.map(formatAddress).join(', ')}</Fact>
        <Fact name="To">{to.map(formatAddress).join(', ')}</Fact>
        <Fact name="Cc">{cc.map(formatAddress).join(', ')}</Fact>
      </MailHeading>
      <Reason mail={mail} />
      {(mail.state === 'held' || mail.state === 'failed') && <Actions />}
    </>
  );
}

function Reason({ mail: { state, reason, ticket_id: ticketId } }: { mail: Mail }) {
  if (ticketId !== null) {
    return (
      <p className={css.reason}>
        <Icon name="check" />
        <span>
          It was added to{' '}
          <Link to="/tickets/$ticketId" params={{ ticketId }} search={{}}>
            <strong className="number">#{ticketId}</strong>
          </Link>
          .
        </span>
      </p>
    );
  }
  if (reason === null) return null;
  const { label, explanation } = incomingReasons[reason];
  return (
    <div className={css.reason} data-failed={state === 'failed' || undefined}>
      <Icon name="alert" />
      <p>
        <strong>{label}.</strong> {explanation}
      </p>
    </div>
  );
}

function Actions() {
  const mayProcess = useIsAllowed('PUT /mails/{mail_id}/processing');
  const mayDiscard = useIsAllowed('DELETE /mails/{mail_id}');
  return (
    <div className={css.actions}>
      {mayProcess && (
        <>
          <ActionButton action="mail.ticket" icon="plus" isPrimary />
          <ActionButton action="mail.add" icon="inbox" />
          <ActionButton action="mail.retry" icon="refresh" />
        </>
      )}
      {mayDiscard && <ActionButton action="mail.discard" icon="trash" />}
    </div>
  );
}
