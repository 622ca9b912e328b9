import { scanStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import { encodeLocation } from '../files/driver.ts';
import type { DeliveryColumns } from './representation.ts';

/** The reason why a mail cannot be sent with its files now. Only `file_not_scanned` is resolved without a person. */
export type FileObstacle = 'file_infected' | 'file_missing' | 'file_not_scanned';

const encode = (state: (typeof scanStates)[number]): number => encodeEnum(scanStates, state);

const infected = encode('infected');
const harmless = [encode('off'), encode('clean')];
const none = encodeLocation('none');

type MailWithFiles = Pick<DeliveryColumns, 'source_sha256' | 'ticket_id' | 'message_id'>;

/** Returns why a mail cannot be sent with its files; null if it can. */
export const findFileObstacle = async (queries: Queries, mail: MailWithFiles): Promise<FileObstacle | null> => {
  const files = await listFiles(queries, mail);
  if (files.some(({ scan }) => scan === infected)) return 'file_infected';
  if (files.some(({ location }) => location === none)) return 'file_missing';
  return files.some(({ scan }) => !harmless.includes(scan)) ? 'file_not_scanned' : null;
};

/**
 * Lists the files that are read when the mail is sent. These are the files of the message, or the composed mail if
 * it is stored as a file.
 */
const listFiles = async (
  queries: Queries,
  { source_sha256, ticket_id, message_id }: MailWithFiles,
): Promise<{ scan: number; location: number | null }[]> => {
  if (source_sha256 === null)
    return queries
      .selectFrom('attachments')
      .leftJoin('stored_files', 'stored_files.sha256', 'attachments.sha256')
      .select(['scan', 'location'])
      .where('ticket_id', '=', ticket_id)
      .where('message_id', '=', message_id)
      .execute();
  const rows = await queries
    .selectFrom('stored_files')
    .select('location')
    .where('sha256', '=', source_sha256)
    .execute();
  return rows.map(({ location }) => ({ scan: encode('clean'), location }));
};
