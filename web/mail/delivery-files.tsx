import { useQuery } from '@tanstack/react-query';
import type { Delivery } from '#contract';
import { DownloadLink } from '../files/download-link.tsx';
import { describeScan, fileScans } from '../messages/files/queries.ts';
import { MailFiles } from './mail-files.tsx';
import { deliveryFiles } from './queries.ts';

/** The files of an outgoing mail, as stored on its message. */
export function DeliveryFiles({ mail: { ticket_id: ticketId, message_id: messageId } }: { mail: Delivery }) {
  const hasMessage = ticketId !== null && messageId !== null;
  const { data: files = [] } = useQuery({ ...deliveryFiles(ticketId ?? '', messageId ?? ''), enabled: hasMessage });
  const { data: scans } = useQuery({ ...fileScans(ticketId ?? ''), enabled: files.length > 0 });
  return (
    <MailFiles files={files}>
      {file => <DownloadLink file={file} unavailable={describeScan(scans, file.id)} />}
    </MailFiles>
  );
}
