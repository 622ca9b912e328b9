import { type createAttachment, maxAttachmentBytes, maxUnattachedBytes } from '#contract/attachments';
import { attachmentTypes, scanStates } from '#contract/enums';
import type { AttachmentRow } from '../database/attachments.ts';
import { decodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { formatMegabytes } from '../database/format-megabytes.ts';
import { FileTooLargeError } from '../files/driver.ts';
import { ApiError, fieldError, validationError } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import type { fileUploadRoute } from '../http/serve-file-upload.ts';
import { captureStart } from './capture-start.ts';
import { cleanDeclaredType, cleanName } from './clean-name.ts';
import { detectType } from './detect-type.ts';
import { type AttachmentDependencies, isVisible } from './resource.ts';
import type { UploadedFile } from './store.ts';

type ReceiveFile = Parameters<typeof fileUploadRoute<typeof createAttachment, AttachmentRow>>[2];

/** Describes to the request pipeline how a file is uploaded, or copied. */
export const receiveAttachment = (dependencies: AttachmentDependencies): ReceiveFile => {
  const [upload, copy] = [receiveUpload(dependencies), receiveCopy(dependencies)];
  return (query, ...rest) => (query.copy_of === undefined ? upload(query, ...rest) : copy(query, ...rest));
};

/** The bytes are stored as they arrive, so even a large upload needs little memory. */
const receiveUpload =
  ({ attachments, files }: AttachmentDependencies): ReceiveFile =>
  async ({ name = '' }, file, { caller, database }, create) => {
    const announcedSize = file?.announcedSize ?? 0;
    if (announcedSize > maxAttachmentBytes) throw tooLargeError(announcedSize);
    requireQuota(await attachments.readUnattachedBytes(database.read, caller.person.id), announcedSize);
    const { bytes, getStart } = captureStart(file?.bytes ?? noBytes());
    const named = { name: cleanName(name), declaredType: cleanDeclaredType(file?.contentType) };
    const put = files.put(bytes, { maxBytes: maxAttachmentBytes }, stored =>
      create(named, stored.sha256, async (writes, now) => {
        await stored.store(writes, now);
        const { sha256, size } = stored;
        const uploaded = { ...named, ...detectType(getStart()), sha256, size, scan: 'off' as const };
        return insert(attachments, writes, uploaded, caller, now);
      }),
    );
    return put.catch((error: unknown) => {
      throw error instanceof FileTooLargeError ? tooLargeError(null) : error;
    });
  };

async function* noBytes(): AsyncGenerator<Uint8Array> {}

const receiveCopy =
  ({ attachments, files }: AttachmentDependencies): ReceiveFile =>
  async ({ name, copy_of = '' }, file, { caller, database }, create) => {
    if (file !== null) throw validationError([fieldError('copy_of', 'not_allowed', 'excludes a body')]);
    const findSource = async (queries: Queries): Promise<AttachmentRow> => {
      const row = await attachments.find(queries, copy_of);
      if (row === null || !isVisible(row, caller)) throw unknownSourceError();
      return row;
    };
    await findSource(database.read);
    return create({ name, copy_of }, null, async (writes, now) => {
      const { type, scan, declared_type: declaredType, ...source } = await findSource(writes);
      if (!(await files.renewUse(writes, source.sha256, now))) throw unknownSourceError();
      const copied: UploadedFile = {
        ...{ name: name === undefined ? source.name : cleanName(name), declaredType, sha256: source.sha256 },
        ...{ type: decodeEnum(attachmentTypes, type), scan: decodeEnum(scanStates, scan) },
        ...{ size: source.size, width: source.width, height: source.height },
      };
      return insert(attachments, writes, copied, caller, now);
    });
  };

/** Inserts a file. @throws ApiError 413 above the quota of the person */
const insert = async (
  attachments: AttachmentDependencies['attachments'],
  writes: WriteTransaction,
  file: UploadedFile,
  { person }: Principal,
  now: number,
): Promise<AttachmentRow> => {
  const row = await attachments.insert(writes, file, person.id, now);
  // Uploads at the same time insert one after the other, so that each counts the ones before.
  requireQuota((await attachments.readUnattachedBytes(writes, person.id)) - file.size, file.size);
  return row;
};

/** @throws ApiError 413 */
const requireQuota = (used: number, size: number): void => {
  if (used + size <= maxUnattachedBytes) return;
  const [others, limit] = [formatMegabytes(used), formatMegabytes(maxUnattachedBytes)];
  throw new ApiError(
    'quota_exceeded',
    `The file has ${formatMegabytes(size)}, and your other files that are on no message have ${others}. The limit is ${limit}.`,
  );
};

/** @param size null if the client did not announce it */
const tooLargeError = (size: number | null): ApiError => {
  const limit = formatMegabytes(maxAttachmentBytes);
  const actual = size === null ? 'more' : formatMegabytes(size);
  return new ApiError('attachment_too_large', `The file has ${actual}, the limit is ${limit}.`);
};

const unknownSourceError = (): ApiError =>
  validationError([fieldError('copy_of', 'unknown_reference', 'must be the id of a file that you may read')]);
