import type { createAttachment } from '#contract/attachments';
import { attachmentTypes, scanStates } from '#contract/enums';
import type { AttachmentRow } from '../database/attachments.ts';
import { decodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { formatSize } from '../database/format-size.ts';
import { readSettings } from '../database/settings.ts';
import { readStoredBytes } from '../database/stored-bytes.ts';
import { FileTooLargeError } from '../files/driver.ts';
import { ApiError, fieldError, validationError } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import type { fileUploadRoute } from '../http/serve-file-upload.ts';
import { captureStart } from './capture-start.ts';
import { cleanDeclaredType, cleanName } from './clean-name.ts';
import { detectType } from './detect-type.ts';
import { type AttachmentDependencies, isVisible } from './resource.ts';
import type { AttachmentStore, UploadedFile } from './store.ts';

type ReceiveFile = Parameters<typeof fileUploadRoute<typeof createAttachment, AttachmentRow>>[2];

/** Describes to the request pipeline how a file is uploaded, or copied. */
export const receiveAttachment = (dependencies: AttachmentDependencies): ReceiveFile => {
  const [upload, copy] = [receiveUpload(dependencies), receiveCopy(dependencies)];
  return (query, ...rest) => (query.copy_of === undefined ? upload(query, ...rest) : copy(query, ...rest));
};

/** Stores the bytes as they arrive, so even a large upload needs little memory. */
const receiveUpload =
  ({ attachments, files }: AttachmentDependencies): ReceiveFile =>
  async ({ name = '' }, file, { caller, database, isRepeated }, create) => {
    const announcedSize = file?.announcedSize ?? 0;
    const { max_file_bytes: maxBytes } = (await readSettings(database.read)).limits;
    if (announcedSize > maxBytes) throw tooLargeError(announcedSize, maxBytes);
    const announced = { size: announcedSize, counted: 0 };
    const excess =
      (await findStorageExcess(database.read, announced)) ??
      (await findQuotaExcess(attachments, database.read, caller, announced));
    if (excess !== null && !(await isRepeated())) throw excess;
    const { bytes, getStart } = captureStart(file?.bytes ?? noBytes());
    const named = { name: cleanName(name), declaredType: cleanDeclaredType(file?.contentType) };
    const put = files.put(bytes, { maxBytes }, stored =>
      create(named, stored.sha256, async (writes, now) => {
        await stored.store(writes, now);
        const { sha256, size } = stored;
        const storageExcess = await findStorageExcess(writes, { size, counted: size });
        if (storageExcess !== null) throw storageExcess;
        const uploaded = { ...named, ...detectType(getStart()), sha256, size, scan: 'off' as const };
        return insert(attachments, writes, uploaded, caller, now);
      }),
    );
    return put.catch((error: unknown) => {
      throw error instanceof FileTooLargeError ? tooLargeError(null, maxBytes) : error;
    });
  };

async function* noBytes(): AsyncGenerator<Uint8Array> {}

const receiveCopy =
  ({ attachments, files }: AttachmentDependencies): ReceiveFile =>
  async ({ name, copy_of = '' }, file, { caller, database }, create) => {
    if (file !== null) throw validationError([fieldError('copy_of', 'not_allowed', 'cannot be combined with a body')]);
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
  attachments: AttachmentStore,
  writes: WriteTransaction,
  file: UploadedFile,
  caller: Principal,
  now: number,
): Promise<AttachmentRow> => {
  const row = await attachments.insert(writes, file, caller.person.id, now);
  // Concurrent uploads insert one after the other, so each counts the files of earlier uploads.
  const excess = await findQuotaExcess(attachments, writes, caller, { size: file.size, counted: file.size });
  if (excess !== null) throw excess;
  return row;
};

/** A file, and how many of its bytes are already counted. */
type CountedFile = { size: number; counted: number };

/** Returns an error if the file exceeds the storage limit. An announced size counts even if equal bytes are stored. */
const findStorageExcess = async (queries: Queries, { size, counted }: CountedFile): Promise<ApiError | null> => {
  const { storage_bytes: limit } = (await readSettings(queries)).limits;
  if (limit === null) return null;
  const used = (await readStoredBytes(queries)) - counted;
  if (used + size <= limit) return null;
  return new ApiError(
    'quota_exceeded',
    `The file is ${formatSize(size)}, and the files of the desk total ${formatSize(used)}. The storage limit is ${formatSize(limit)}. An administrator can raise it.`,
  );
};

/** Returns an error if the file exceeds the quota of a person. */
const findQuotaExcess = async (
  attachments: AttachmentStore,
  queries: Queries,
  { person }: Principal,
  { size, counted }: CountedFile,
): Promise<ApiError | null> => {
  const { unattached_bytes: limit } = (await readSettings(queries)).limits;
  const used = (await attachments.readUnattachedBytes(queries, person.id)) - counted;
  if (used + size <= limit) return null;
  return new ApiError(
    'quota_exceeded',
    `The file is ${formatSize(size)}, and your other unattached files total ${formatSize(used)}. The limit is ${formatSize(limit)}.`,
  );
};

/** @param size null if the request had no Content-Length */
const tooLargeError = (size: number | null, limit: number): ApiError =>
  new ApiError(
    'attachment_too_large',
    `The file is ${size === null ? 'too large' : formatSize(size)}. The limit is ${formatSize(limit)}.`,
  );

const unknownSourceError = (): ApiError =>
  validationError([fieldError('copy_of', 'unknown_reference', 'must be the id of a file that you may read')]);
