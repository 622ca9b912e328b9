import { useQuery } from '@tanstack/react-query';
import type { Delivery } from '#contract';
import { getLoadError } from '../api-client/load-error.ts';
import { DownloadLink } from '../files/download-link.tsx';
import { describeScan, fileScans } from '../messages/files/queries.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { MailFiles } from './mail-files.tsx';
import { deliveryFiles } from './queries.ts';

/** The files of an outgoing mail, as stored on its message. */
export function DeliveryFiles({ mail: { ticket_id: ticketId, message_id: messageId } }: { mail: Delivery }) {
  const hasMessage = ticketId !== null && messageId !== null;
  const result = useQuery({ ...deliveryFiles(ticketId ?? '', messageId ?? ''), enabled: hasMessage });
  const { data: files = [] } = result;
  const { data: scans } = useQuery({ ...fileScans(ticketId ?? ''), enabled: files.length > 0 });
  const failure = getLoadError(result);
  if (failure) return <ErrorState title="Couldn’t load the files" {...failure} />;
  return (
    <MailFiles files={files}>
      {file => <DownloadLink file={file} unavailable={describeScan(scans, file.id)} />}
    </MailFiles>
  );
}
