import { createHash, randomUUID } from 'node:crypto';
import { mailMediaType } from '#contract/mails';
import type { Queries } from '../database/database.ts';
import type { ByteRange } from '../files/driver.ts';
import type { Files } from '../files/files.ts';
import { ApiError } from '../http/errors.ts';
import { rejectOmitted } from '../http/reject-omitted.ts';
import { attachmentInfectedError, attachmentNotScannedError } from '../http/scan-errors.ts';
import { isAccountMail } from './account-mails.ts';
import { type FileObstacle, findFileObstacle } from './file-obstacle.ts';
import { loadMail } from './load-mail.ts';
import { isNotificationMail } from './notification-mails.ts';
import type { DeliveryRow } from './representation.ts';
import { captured } from './states.ts';
import { readTokenKey, type SecretReader } from './token-key.ts';

/** Describes the source of a mail to the request pipeline. */
export const rawDelivery = (secrets: SecretReader, files: Files, urls: { apiPublicUrl: string; deskUrl: string }) => ({
  getType: () => mailMediaType,
  getName: ({ id }: DeliveryRow) => `delivery-${id}.eml`,
  // A mail that has not been sent yet changes with its message.
  getHash: ({ message_id_header, size }: DeliveryRow) =>
    createHash('sha256')
      .update(size === 0 ? randomUUID() : message_id_header)
      .digest('hex'),
  async open(queries: Queries, row: DeliveryRow) {
    if (isAccountMail(row) || (isNotificationMail(row) && row.state !== captured))
      throw new ApiError('no_access', 'The source of mail to people of the desk is not available.');
    requireServable(await findFileObstacle(queries, row));
    const mailbox = await queries
      .selectFrom('mailboxes')
      .selectAll()
      .where('id', '=', row.mailbox_id)
      .executeTakeFirst();
    const tokenKey = await readTokenKey(secrets, queries);
    const options = { tokenKey, ...urls, now: row.updated_at, files };
    const mail = await loadMail(queries, row, mailbox ?? null, options).catch(
      rejectOmitted(`A file of the mail ${row.id}`),
    );
    if (mail === null) throw new ApiError('gone', `The source of the mail ${row.id} does not exist any more.`);
    const { size, read } = mail.bytes;
    return { size, read: (range?: ByteRange) => read(range).catch(rejectOmitted(`The source of the mail ${row.id}`)) };
  },
});

/** @throws ApiError 403 for an infected file, 409 if the scan of a file is pending or has failed */
const requireServable = (obstacle: FileObstacle | null): void => {
  if (obstacle === 'file_infected') throw attachmentInfectedError();
  if (obstacle === 'file_not_scanned') throw attachmentNotScannedError();
};
