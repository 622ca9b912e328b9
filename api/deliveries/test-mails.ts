import { Readable } from 'node:stream';
import { createTestMail, type FieldError, type TestMailDraft } from '#contract';
import { transports } from '#contract/enums';
import { maxMailBytes } from '#contract/mails';
import { type AttachmentRow, findUsableFiles, removeFiles, toAttachedFile } from '../database/attachments.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { FileTooLargeError } from '../files/driver.ts';
import type { Files, NewFile } from '../files/files.ts';
import type { Versioned } from '../http/conditional.ts';
import { ApiError, fieldError, validationError } from '../http/errors.ts';
import type { Resource, Route } from '../http/route.ts';
import { createPreparedChildRoute } from '../http/serve-create.ts';
import { type OutgoingMail, streamMail } from './compose/compose-mail.ts';
import { createMessageId } from './compose/message-id.ts';
import { toOutgoingFile } from './outgoing-file.ts';

/** The mailbox that receives a test mail. It must capture its outgoing mail. */
export type CapturingMailbox = Versioned & {
  n: number;
  id: string;
  address: string;
  enabled: number;
  transport: number;
};

export type TestMailDependencies<Mail extends Versioned> = {
  /** The resource of incoming mail. */
  mail: Resource<Mail, object>;
  storeMail(
    writes: WriteTransaction,
    mail: { mailboxId: string; envelope: { from: string; to: string }; file: NewFile },
    now: number,
  ): Promise<Mail>;
};

/** A mail whose bytes are stored. */
type PreparedMail = TestMailDraft & { file: NewFile };

/** Creates the route for test mail, which a person writes as a customer. The mailbox must capture its mail. */
export const testMailRoute = <Mailbox extends CapturingMailbox, Mail extends Versioned>(
  mailbox: Resource<Mailbox, object>,
  { mail, storeMail, files }: TestMailDependencies<Mail> & { files: Files },
): Route => {
  const { name, parameter, find, isDeleted, toRepresentation } = mail;
  const written: Resource<Mail, TestMailDraft> = {
    ...{ name, parameter, find, isDeleted, toRepresentation },
    toDraft: () => {
      throw new TypeError('A test mail cannot be changed.');
    },
    validateReferences: (queries, { attachment_ids: ids = [] }, { caller }) =>
      findFileErrors(queries, ids, caller.person.id),
  };
  return createPreparedChildRoute<Mail, TestMailDraft, Mailbox, PreparedMail>(
    createTestMail,
    written,
    async (draft, { parent, caller, database, clock }) => {
      requireCapturing(parent);
      const rows = await findFiles(database.read, draft.attachment_ids, caller.person.id);
      const stream = streamMail(
        createMail(draft, parent.address, rows.map(toAttachedFile).map(toOutgoingFile(files)), clock()),
      );
      const store = async (file: NewFile) => {
        await database.transaction(writes => file.store(writes, clock()));
        const renew = async (writes: WriteTransaction, now: number) =>
          void (await files.renewUse(writes, file.sha256, now));
        return { ...draft, file: { ...file, store: renew } };
      };
      return files.put(Readable.from(stream), { maxBytes: maxMailBytes }, store).catch(rejectTooLarge);
    },
    async (writes, { from, file, attachment_ids: ids }, { parent, caller, now }) => {
      requireCapturing(parent);
      const used = await findFiles(writes, ids, caller.person.id);
      if (used.length < ids.length) throw validationError(createFileErrors(ids, used));
      const envelope = { from: from.email, to: parent.address };
      const stored = await storeMail(writes, { mailboxId: parent.id, envelope, file }, now);
      await removeFiles(writes, used, now);
      return stored;
    },
    mailbox,
  );
};

const findFiles = async (queries: Queries, ids: readonly string[], personId: string): Promise<AttachmentRow[]> => {
  if (ids.length === 0) return [];
  const rows = await findUsableFiles(queries, ids, personId, { ticketId: undefined, messageId: undefined });
  return ids.flatMap(id => rows.find(row => row.id === id) ?? []);
};

const findFileErrors = async (queries: Queries, ids: readonly string[], personId: string): Promise<FieldError[]> =>
  createFileErrors(ids, await findFiles(queries, ids, personId));

const createFileErrors = (ids: readonly string[], found: readonly AttachmentRow[]): FieldError[] =>
  ids.flatMap((id, index) =>
    found.some(row => row.id === id)
      ? []
      : [fieldError(`attachment_ids[${index}]`, 'unknown_reference', 'must be the id of one of your unattached files')],
  );

/** @throws ApiError 422 */
const rejectTooLarge = (error: unknown): never => {
  if (!(error instanceof FileTooLargeError)) throw error;
  throw validationError([
    fieldError('attachment_ids', 'out_of_range', 'make the mail larger than 25 MB, the limit of incoming mail'),
  ]);
};

/** @throws ApiError 409 */
const requireCapturing = ({ transport, enabled }: CapturingMailbox): void => {
  if (transport !== encodeEnum(transports, 'capture'))
    throw new ApiError('not_capturing', 'Test mail needs a mailbox that captures its mail.', { differences: [] });
  if (enabled === 0) throw new ApiError('mailbox_disabled', 'The mailbox is disabled.', { differences: [] });
};

const createMail = (
  { from, subject, body, in_reply_to }: TestMailDraft,
  address: string,
  files: OutgoingMail['files'],
  now: number,
): OutgoingMail => ({
  ...{ messageId: createMessageId(from.email), date: now, from, to: [{ name: '', email: address }], cc: [] },
  ...{ replyTo: null, subject, text: body, signature: '', references: in_reply_to === null ? [] : [in_reply_to] },
  ...{ files, deskId: null, hasHtml: false, isAutomatic: false },
});
