import { isInDrafts, listDrafts, persistDraft } from '../storage/drafts.ts';
import { isRecord } from '../storage/is-record.ts';
import { type DraftFile, isUploaded, parseDraftFiles } from './draft-file.ts';

/** A draft with files: a message, a message in the outbox, or a test mail. */
type DraftWithFiles = { draft: Record<string, unknown>; files: readonly DraftFile[] };

function parseDraftWithFiles(draft: unknown): DraftWithFiles | null {
  const files = isRecord(draft) ? parseDraftFiles(draft['files']) : [];
  return isRecord(draft) && files.length > 0 ? { draft, files } : null;
}

/** Lists the files of all drafts of a person. */
export const listFilesInDrafts = (personId: string): DraftFile[] =>
  listDrafts(personId, '', parseDraftWithFiles).flatMap(([, { files }]) => files);

/** Returns whether a draft of a person has files that are not uploaded. Fast enough for every keystroke. */
export const hasPendingFiles = (personId: string): boolean => isInDrafts(personId, '"attachmentId":null');

/** Lists the files in a person's drafts that are not uploaded. */
export const listPendingFiles = (personId: string): DraftFile[] =>
  hasPendingFiles(personId) ? listFilesInDrafts(personId).filter(file => !isUploaded(file)) : [];

/** Marks a file as uploaded in its draft. Returns whether a draft has the file. */
export function recordUpload(personId: string, key: string, attachmentId: string): boolean {
  let isRecorded = false;
  for (const [path, { draft, files }] of listDrafts(personId, '', parseDraftWithFiles)) {
    if (!files.some(file => file.key === key)) continue;
    const changed = files.map(file => (file.key === key ? { ...file, attachmentId } : file));
    persistDraft({ personId, path }, { ...draft, files: changed });
    isRecorded = true;
  }
  return isRecorded;
}
