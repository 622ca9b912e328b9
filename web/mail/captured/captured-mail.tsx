import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { BodySkeleton, HeadingSkeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveryHeading } from '../delivery-heading.tsx';
import { MailBody } from '../mail-detail.tsx';
import { MailError } from '../mail-error.tsx';
import { MailViews } from '../mail-views.tsx';
import { deliveryItem, deliverySource } from '../queries.ts';
import { ReplyAsCustomer } from './write-as-customer.tsx';

/** The captured mail of the URL. */
export function CapturedMail() {
  const { deliveryId: id } = useParams({ from: '/desk/mail/captured/$deliveryId' });
  const { data: mail, error, refetch } = useQuery(deliveryItem(id));
  return (
    <section key={id} className={detailPane.pane} aria-label="Mail">
      {error && !mail ? (
        <MailError error={error} retry={() => void refetch()} back={{ to: '/mail/captured' }} />
      ) : (
        <>
          <title>{`${mail?.subject ?? 'Captured mail'} · Stardesk`}</title>
          <header className={detailPane.header}>
            <div className={detailPane.toolbar}>
              <BackLink label="Back to the list" to={{ to: '/mail/captured' }} />
              <span>Captured</span>
              {mail && <Time at={mail.sent_at ?? mail.created_at} as="when" />}
              <span className={detailPane.actions}>{mail && <ReplyAsCustomer mail={mail} />}</span>
            </div>
            {mail ? <DeliveryHeading mail={mail} /> : <HeadingSkeleton />}
          </header>
          {mail ? (
            <MailBody>
              <MailViews id={id} query={deliverySource(id)} views={['rendered', 'text', 'source', 'headers']} />
            </MailBody>
          ) : (
            <BodySkeleton subject="the mail" />
          )}
        </>
      )}
    </section>
  );
}
