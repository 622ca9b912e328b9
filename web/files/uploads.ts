import type { QueryClient } from '@tanstack/react-query';
import type { Attachment } from '#contract';
import { call } from '../api-client/client.ts';
import { createConcurrencyLimit } from '../api-client/concurrency-limit.ts';
import { areRequestsHeld, onHoldChange } from '../api-client/connection/session-hold.ts';
import { ApiError, explainError, isConflict, mayRetryLater } from '../api-client/errors.ts';
import { uploadFile } from '../api-client/upload.ts';
import { beforeSignOut } from '../session/sign-out.ts';
import { byteStorage } from '../storage/byte-storage.ts';
import { onDraftsChange } from '../storage/drafts.ts';
import { formatSize } from '../ui/format-size.ts';
import type { DraftFile } from './draft-file.ts';
import { listFilesInDrafts, listPendingFiles, recordUpload } from './files-in-drafts.ts';
import { attachmentItem, limitsQuery } from './queries.ts';
import { onRetry, setUploadState, uploadStates, wasAttachedInThisWindow } from './upload-states.ts';

type UploadContext = { personId: string; client: QueryClient };

const maxUploads = 2;

/** Head start of the window that attaches a file, before other windows upload the file. */
const headStartMilliseconds = 1000;

/**
 * Uploads the files of a person's drafts until the returned function is called. Includes files left by an earlier page
 * or a closed window. A lock per file prevents two windows from uploading it at the same time.
 */
export function startUploads(context: UploadContext): () => void {
  const { personId } = context;
  const controller = new AbortController();
  const limit = createConcurrencyLimit(maxUploads);
  const uploads = new Map<string, AbortController>();

  let isPaused = false;

  function scan(): void {
    if (controller.signal.aborted || isPaused) return;
    const pending = listPendingFiles(personId);
    for (const [key, upload] of uploads) {
      if (!pending.some(file => file.key === key)) upload.abort();
    }
    for (const file of pending) {
      if (!uploads.has(file.key) && !uploadStates.read().has(file.key)) void start(file);
    }
  }

  async function start(file: DraftFile): Promise<void> {
    const upload = new AbortController();
    const { signal } = upload;
    uploads.set(file.key, upload);
    try {
      // Another window may have attached the file just now. That window gets the lock first.
      if (file.copyOf === null && !wasAttachedInThisWindow(file.key)) await wait(headStartMilliseconds);
      await navigator.locks.request(`stardesk upload ${file.key}`, { signal }, () =>
        limit(() => uploadIfPending(context, file, signal)),
      );
      setUploadState(file.key, null);
    } catch (error) {
      setUploadState(file.key, signal.aborted ? null : describeFailure(error));
    } finally {
      uploads.delete(file.key);
    }
    // The user may have removed and restored the file.
    if (signal.aborted) scan();
  }

  const abortAll = (): void => {
    for (const upload of uploads.values()) upload.abort();
  };
  /** Aborts the uploads, because a response after the sign-out could restore the session. */
  const pause = async (): Promise<void> => {
    isPaused = true;
    abortAll();
  };
  const resume = (): void => {
    isPaused = false;
    scan();
  };
  const stops = [
    onDraftsChange(personId, '', scan),
    onRetry(scan),
    beforeSignOut(pause, resume),
    // While requests are held, the uploads restart and wait for the next sign-in.
    onHoldChange(() => areRequestsHeld() && abortAll()),
  ];
  controller.signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
    abortAll();
  });
  scan();
  void removeUnusedBytes(personId);
  return () => controller.abort();
}

/** A failure that a retry cannot resolve. */
class FileRejection extends Error {}

async function uploadIfPending(context: UploadContext, file: DraftFile, signal: AbortSignal): Promise<void> {
  const { personId, client } = context;
  signal.throwIfAborted();
  // Another window may have uploaded the file before this window got the lock.
  if (!listPendingFiles(personId).some(({ key }) => key === file.key)) return;
  const attachment = await retry(signal, () =>
    file.copyOf === null ? upload(context, file, signal) : copy(file.copyOf, file, signal),
  );
  client.setQueryData(attachmentItem(attachment.id).queryKey, attachment);
  // The bytes of a removed file are not deleted, because the file may be restored.
  if (recordUpload(personId, file.key, attachment.id)) await byteStorage.remove({ personId, key: file.key });
}

/** POST /attachments */
async function upload({ personId, client }: UploadContext, file: DraftFile, signal: AbortSignal): Promise<Attachment> {
  const { max_file_bytes: cachedMaxBytes } = await client.fetchQuery(limitsQuery);
  if (file.size > cachedMaxBytes) {
    // An administrator may have raised the limit.
    const { max_file_bytes: maxBytes } = await client.fetchQuery({ ...limitsQuery, staleTime: 0 });
    if (file.size > maxBytes)
      throw new FileRejection(`${formatSize(file.size)} exceeds the limit of ${formatSize(maxBytes)}`);
  }
  const bytes = await byteStorage.get({ personId, key: file.key });
  if (bytes === null) throw new FileRejection('No longer in this browser. Attach it again.');
  const onProgress = (fraction: number): void =>
    setUploadState(file.key, { is: 'uploading', percent: Math.floor(fraction * 100) });
  return uploadFile(bytes, { name: file.name, type: file.type, idempotencyKey: file.key, onProgress, signal });
}

/** POST /attachments?copy_of= */
async function copy(copyOf: string, { key, name }: DraftFile, signal: AbortSignal): Promise<Attachment> {
  return (await call('POST /attachments', { query: { copy_of: copyOf, name }, idempotencyKey: key, signal })).body;
}

const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));

const maxAttempts = 5;

/** Repeats an upload while the server still processes an attempt from before a reload. */
async function retry<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isInProgress = isConflict(error) && mayRetryLater(error);
      if (signal.aborted || attempt === maxAttempts || !isInProgress) throw error;
      await wait(attempt * 1000);
    }
  }
}

/** Error code: the files of the person's drafts or of the desk exceed their limit. Deleting files makes room. */
const quotaExceeded = 41_302;

function describeFailure(error: unknown) {
  if (error instanceof ApiError && error.code === quotaExceeded)
    return { is: 'failed', reason: explainError(error), mayRetry: true } as const;
  const mayRetry = !(error instanceof FileRejection) && mayRetryLater(error);
  const reason = error instanceof FileRejection ? error.message : explainError(error);
  return { is: 'failed', reason: mayRetry ? 'Couldn’t upload' : reason, mayRetry } as const;
}

const dayMilliseconds = 24 * 3_600_000;

/** Removes bytes that were stored over a day ago and whose file has no draft. */
async function removeUnusedBytes(personId: string): Promise<void> {
  const keys = await byteStorage.listBefore(personId, Date.now() - dayMilliseconds);
  const used = new Set(listFilesInDrafts(personId).map(({ key }) => key));
  for (const key of keys) if (!used.has(key)) await byteStorage.remove({ personId, key });
}
