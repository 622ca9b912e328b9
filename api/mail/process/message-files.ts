import { cleanName } from '../../attachments/clean-name.ts';
import type { UploadedFile } from '../../attachments/store.ts';
import type { MailRow } from '../../database/mails.ts';
import type { MailFile } from '../parse/parsed-mail.ts';

/** Describes a file of a mail as a file of its message. */
export const toUploadedFile = ({ name, type, size, sha256, detected }: MailFile): UploadedFile => ({
  ...detected,
  ...{ name: cleanName(name), declaredType: type, size, sha256, scan: 'off' },
});

/**
 * Describes the original of a mail as the only file of its message. This is for mail that is processed as
 * `plain_ticket`, whose text is not shown.
 */
export const describeOriginal = ({ size, sha256 }: MailRow): UploadedFile => ({
  ...{ name: 'message.eml', declaredType: 'message/rfc822', size, sha256, scan: 'off' },
  ...{ type: 'application/octet-stream', width: null, height: null },
});
