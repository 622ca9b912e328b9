import {
  deleteMail,
  getMail,
  getRawMail,
  listMails,
  type MailProcessing,
  mailMediaType,
  maxMailBytes,
  processMail,
  receiveMail,
} from '#contract';
import { recordAudit } from '../database/audit-log.ts';
import type { WriteTransaction } from '../database/database.ts';
import { encodeMailState, removeMail } from '../database/mails.ts';
import { FileTooLargeError } from '../files/driver.ts';
import { getActor } from '../http/actor.ts';
import { ApiError, goneError } from '../http/errors.ts';
import { rejectOmitted } from '../http/reject-omitted.ts';
import type { Route, WriteContext } from '../http/route.ts';
import { actionRoute } from '../http/serve-action.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { fileRoute } from '../http/serve-file.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { uploadRoute, uploadTooLargeError } from '../http/serve-upload.ts';
import { mailList } from './list.ts';
import { originalName, originalRoute, type RenderOriginal, requireFile } from './original.ts';
import { type MailRow, toMail } from './representation.ts';
import { type MailDependencies, mailResource } from './resource.ts';
import { MailboxUnavailableError } from './store.ts';

const processed = encodeMailState('processed');

export const mailRoutes = (dependencies: MailDependencies & { renderOriginal: RenderOriginal }): Route[] => {
  const { mails, files, mailbox, apiPublicUrl } = dependencies;
  const resource = mailResource(dependencies);

  const processAgain = async (
    writes: WriteTransaction,
    row: MailRow,
    processing: MailProcessing,
    { now }: WriteContext,
  ) => {
    if (row.state === processed || row.state === encodeMailState('received')) throw alreadyProcessedError();
    requireFile(row);
    await dependencies.enqueueProcessing(writes, row.mailbox_id);
    return mails.processAgain(writes, row, processing, now);
  };

  return [
    listRoute(listMails, mailList(apiPublicUrl)),
    itemRoute(getMail, resource),
    fileRoute(getRawMail, resource, {
      getType: () => mailMediaType,
      getName: ({ id }) => `mail-${id}.eml`,
      getHash: ({ sha256 }) => sha256,
      open: async (_queries, row) => {
        const sha256 = requireFile(row);
        return {
          size: row.size,
          read: async range => (await files.get(sha256, range).catch(rejectOmitted(originalName))).chunks,
        };
      },
    }),
    originalRoute(resource, dependencies.renderOriginal),
    uploadRoute(receiveMail, resource, mailbox, {
      maxBytes: maxMailBytes,
      async receive({ id }, { envelope_from, envelope_to }, bytes) {
        const envelope = { from: envelope_from ?? null, to: envelope_to ?? null };
        const received = await dependencies.receiveMail(id, envelope, bytes).catch(rejectUpload(id));
        return { row: received.mail, isNew: received.isNew };
      },
    }),
    actionRoute(processMail, resource, processAgain),
    deleteRoute(deleteMail, resource, async (writes, row, context) => {
      if (row.state === processed) throw alreadyProcessedError();
      await removeMail(writes, row, context.now);
      const { mailbox_id, state, reason } = toMail(apiPublicUrl)(row);
      const before = { mailbox_id, state, reason };
      await recordAudit(writes, getActor(context), { action: 'mail.discarded', targetId: row.id, before });
    }),
  ];
};

const alreadyProcessedError = (): ApiError =>
  new ApiError('mail_processed', 'The mail is on a ticket, or is about to be processed.', { differences: [] });

/** Creates a handler for the errors of an upload. @throws ApiError 413, 410, 409 */
const rejectUpload =
  (mailboxId: string) =>
  (error: unknown): never => {
    if (error instanceof FileTooLargeError) throw uploadTooLargeError(maxMailBytes);
    if (!(error instanceof MailboxUnavailableError)) throw error;
    if (!error.isDisabled) throw goneError('mailbox', mailboxId);
    throw new ApiError('mailbox_disabled', 'The mailbox is disabled. Try again later.', { differences: [] });
  };
