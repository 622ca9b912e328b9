import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Delivery } from '#contract';
import { useIsAllowed } from '../../session/permissions.ts';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveryFiles } from '../delivery-files.tsx';
import { DeliveryHeading } from '../delivery-heading.tsx';
import { formatAddress } from '../format-address.ts';
import { MailPane } from '../mail-pane.tsx';
import { MailViews } from '../mail-views.tsx';
import { deliveryItem, deliverySource } from '../queries.ts';
import { useMailboxName } from '../use-mailbox-name.ts';
import { ActionButton } from './action-button.tsx';
import { describeOutgoing } from './describe-outgoing.ts';
import css from './problems.module.css';
import { administratorsOnly, useMayDecide } from './use-may-decide.ts';

/** The outgoing mail of the URL. Shows why it was not sent, and its actions. */
export function OutgoingMail() {
  const { deliveryId: id } = useParams({ from: '/desk/mail/problems/outgoing/$deliveryId' });
  const query = useQuery(deliveryItem(id));
  const getName = useMailboxName();
  return (
    <MailPane
      key={id}
      query={query}
      back={{ to: '/mail/problems/outgoing' }}
      title="Outgoing mail"
      toolbar={mail => (
        <>
          <span>From {mail && <bdi>{getName(mail.mailbox_id)}</bdi>}</span>
          {mail && <Time at={mail.created_at} as="when" />}
        </>
      )}
      heading={mail => <Heading mail={mail} />}
    >
      {mail => (
        <>
          {mail.recipients.length > 1 && <Recipients mail={mail} />}
          {mail.kind !== 'account' && (mail.size !== null || mail.reason !== 'mailbox_deleted') && (
            <MailViews id={id} query={deliverySource(mail)} views={['rendered', 'text', 'source', 'headers']} />
          )}
          <DeliveryFiles mail={mail} />
        </>
      )}
    </MailPane>
  );
}

function Heading({ mail }: { mail: Delivery }) {
  const { state } = mail;
  const mayDecide = useMayDecide();
  return (
    <>
      <DeliveryHeading mail={mail} />
      {['held', 'queued', 'sending', 'failed'].includes(state) && (
        <>
          <Reason mail={mail} />
          {mayDecide(mail) ? <Actions /> : <p className={`${css.actions} field-hint`}>{administratorsOnly}</p>}
        </>
      )}
    </>
  );
}

function Reason({ mail }: { mail: Delivery }) {
  const { label, explanation, hasFailed } = describeOutgoing(mail);
  return (
    <div className={css.reason} data-failed={hasFailed || undefined}>
      <Icon name={hasFailed ? 'alert' : 'clock'} />
      <p>
        <strong>{label}.</strong> {explanation}
        {mail.may_be_duplicate &&
          mail.reason !== 'unconfirmed' &&
          ' An earlier attempt may have reached the server, so the email may arrive twice.'}
        {mail.next_attempt_at !== null && (
          <span className={css.next}>
            {' '}
            Next attempt <Time at={mail.next_attempt_at} as="when" />.
          </span>
        )}
      </p>
    </div>
  );
}

function Actions() {
  const mayAttempt = useIsAllowed('PUT /deliveries/{delivery_id}/attempt');
  const mayDiscard = useIsAllowed('DELETE /deliveries/{delivery_id}');
  return (
    <div className={css.actions}>
      {mayAttempt && <ActionButton action="mail.retry" icon="refresh" isPrimary />}
      {mayDiscard && <ActionButton action="mail.discard" icon="trash" />}
    </div>
  );
}

const stateLabels: Readonly<Record<Delivery['recipients'][number]['state'], string>> = {
  waiting: 'waiting',
  sent: 'sent',
  captured: 'captured',
  failed: 'not delivered',
  bounced: 'returned',
};

/** Each recipient with the response of the mail server. */
const Recipients = ({ mail: { recipients } }: { mail: Delivery }) => (
  <ul className={css.recipients} aria-label="Recipients">
    {recipients.map(recipient => (
      <li key={`${recipient.role} ${recipient.email}`}>
        <span>
          <strong>
            <bdi>{formatAddress(recipient)}</bdi>
          </strong>{' '}
          · {stateLabels[recipient.state]}
        </span>
        {recipient.response !== null && <p dir="ltr">{recipient.response}</p>}
      </li>
    ))}
  </ul>
);
