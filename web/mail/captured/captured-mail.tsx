import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import detailPane from '../../list/detail-pane.module.css';
import { Time } from '../../ui/time.tsx';
import { DeliveryFiles } from '../delivery-files.tsx';
import { DeliveryHeading } from '../delivery-heading.tsx';
import { MailPane } from '../mail-pane.tsx';
import { MailViews } from '../mail-views.tsx';
import { deliveryItem, deliverySource } from '../queries.ts';
import { ReplyAsCustomer } from './write-as-customer.tsx';

/** The captured mail of the URL. */
export function CapturedMail() {
  const { deliveryId: id } = useParams({ from: '/desk/mail/captured/$deliveryId' });
  const query = useQuery(deliveryItem(id));
  return (
    <MailPane
      key={id}
      query={query}
      back={{ to: '/mail/captured' }}
      title="Captured mail"
      toolbar={mail => (
        <>
          <span>Captured</span>
          {mail && <Time at={mail.sent_at ?? mail.created_at} as="when" />}
          <span className={detailPane.actions}>{mail && <ReplyAsCustomer mail={mail} />}</span>
        </>
      )}
      heading={mail => <DeliveryHeading mail={mail} />}
    >
      {mail => (
        <>
          <MailViews id={id} query={deliverySource(mail)} views={['rendered', 'text', 'source', 'headers']} />
          <DeliveryFiles mail={mail} />
        </>
      )}
    </MailPane>
  );
}
