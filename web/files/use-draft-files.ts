import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Attachment } from '#contract';
import { usePerson } from '../session/person.ts';
import { byteStorage } from '../storage/byte-storage.ts';
import { useStore } from '../storage/observable-store.ts';
import { showUndo, showWarning } from '../toasts/toast-store.ts';
import { formatSize } from '../ui/format-size.ts';
import { deleteUnusedFiles } from './delete-unused-files.ts';
import { type DraftFile, mergeFiles } from './draft-file.ts';
import { attachmentItem, limitsQuery } from './queries.ts';
import { recordAttached, setUnsavedState, type UploadState, unsavedFiles, uploadStates } from './upload-states.ts';

/** The shown state of a file. A failed file must be uploaded again or removed. */
export type FileStatus = UploadState | { is: 'waiting' | 'done' };

/** Returns whether a file waits for its upload or is being uploaded. */
export const isUnderWay = ({ is }: FileStatus): boolean => is === 'waiting' || is === 'uploading';

type ChangeFiles = (change: (files: readonly DraftFile[]) => readonly DraftFile[]) => void;

export type DraftFiles = ReturnType<typeof useDraftFiles>;

/**
 * The files of a draft, and actions on them.
 *
 * @param update changes the files of the stored draft
 * @param maxBytes limit of all files together, if it is below that of a message
 */
export function useDraftFiles(files: readonly DraftFile[], update: ChangeFiles, maxBytes = Number.POSITIVE_INFINITY) {
  const { id: personId } = usePerson();
  const client = useQueryClient();
  const statuses = useFileStatuses(files);
  const excess = useExcess(files, maxBytes);
  const unsaved = useStore(unsavedFiles);
  const unsavedStates = files.filter(file => file.attachmentId === null).map(({ key }) => unsaved.get(key));
  const attach = (added: readonly File[]): readonly DraftFile[] => {
    const created = added.map(bytes => storeFile(personId, bytes));
    update(before => [...before, ...created]);
    return created;
  };
  const removeFromDraft = (file: DraftFile): void => update(before => before.filter(({ key }) => key !== file.key));
  const restore = async (file: DraftFile): Promise<void> => {
    update(before => mergeFiles(before, [file]));
    if (file.attachmentId === null) return;
    const query = { ...attachmentItem(file.attachmentId), staleTime: 0 };
    // If the request fails, the chip shows the state of the file after the next request.
    if ((await client.fetchQuery(query).catch(() => undefined)) !== null) return;
    removeFromDraft(file);
    showWarning(`Couldn’t restore ${file.name}`, 'It is no longer on the desk. Attach it again.');
  };
  const remove = (file: DraftFile, onUndo?: () => void): void => {
    removeFromDraft(file);
    deleteUnusedFiles(personId, [file]);
    showUndo(`Removed ${file.name}`, () => {
      void restore(file);
      onUndo?.();
    });
  };
  return {
    ...{ files, statuses, excess, attach, remove },
    /** `isSaving`: the browser is still storing a file. `isUnsaved`: it could not store a file. */
    isSaving: unsavedStates.includes('saving'),
    isUnsaved: unsavedStates.includes('failed'),
    /** Whether a file must be uploaded again or removed before the draft can be sent. */
    isBlocked: excess !== null || statuses.some(({ is }) => is === 'failed'),
    /** The number of files that wait or are being uploaded. */
    pending: statuses.filter(isUnderWay).length,
  };
}

/** Larger files exceed every limit, and are not copied into the browser's storage. */
const maxStoredBytes = 100 * 1024 * 1024;

/** Stores the bytes of a file until it is uploaded. */
function storeFile(personId: string, bytes: File): DraftFile {
  const key = crypto.randomUUID();
  recordAttached(key);
  if (bytes.size <= maxStoredBytes) {
    setUnsavedState(key, 'saving');
    void byteStorage.put({ personId, key }, bytes).then(isSaved => setUnsavedState(key, isSaved ? null : 'failed'));
  }
  const { name, size, type } = bytes;
  return { key, name: name || 'file', size, type, copyOf: null, attachmentId: null };
}

function useFileStatuses(files: readonly DraftFile[]): readonly FileStatus[] {
  const states = useStore(uploadStates);
  const uploaded = useQueries({
    queries: files.flatMap(({ attachmentId }) => (attachmentId === null ? [] : [attachmentItem(attachmentId)])),
    combine: results => new Map(results.flatMap(({ data }, index) => (data === undefined ? [] : [[index, data]]))),
  });
  let index = 0;
  return files.map(({ key, attachmentId }) =>
    attachmentId === null ? (states.get(key) ?? { is: 'waiting' }) : describeUploaded(uploaded.get(index++)),
  );
}

function describeUploaded(attachment: Attachment | null | undefined): FileStatus {
  const toFailure = (reason: string): FileStatus => ({ is: 'failed', reason, mayRetry: false });
  if (attachment === null) return toFailure('No longer on the desk. Attach it again.');
  if (attachment?.message_id) return toFailure('Already part of another message. Attach it again.');
  return { is: 'done' };
}

/** Returns a sentence if there are too many files, or if their total size is too large. */
function useExcess(files: readonly DraftFile[], maxDraftBytes: number): string | null {
  const { data: limits } = useQuery({ ...limitsQuery, enabled: files.length > 0 });
  if (!limits) return null;
  const { max_message_files: maxFiles, max_message_bytes: maxMessageBytes, max_file_bytes: maxFileBytes } = limits;
  const maxBytes = Math.min(maxMessageBytes, maxDraftBytes);
  if (files.length > maxFiles) return `${files.length} files exceed the limit of ${maxFiles}`;
  // A file that is too large on its own already has an error.
  const size = files.reduce((sum, file) => sum + (file.size > maxFileBytes ? 0 : file.size), 0);
  if (size <= maxBytes) return null;
  return `${formatSize(size)} in total exceeds the limit of ${formatSize(maxBytes)}`;
}
