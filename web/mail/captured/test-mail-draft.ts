import { type DraftFile, noFiles, parseDraftFiles } from '../../files/draft-file.ts';
import { type DraftKey, getDraft, persistDraft, useDraft, useDrafts } from '../../storage/drafts.ts';
import { isRecord } from '../../storage/is-record.ts';

export type TestMailFields = { from: string; subject: string; body: string };

/** An unsent mail that a person writes as a customer. */
export type TestMailDraft = {
  fields: TestMailFields;
  files: readonly DraftFile[];
  /** The key of an earlier attempt whose outcome is unknown; otherwise null. */
  idempotencyKey: string | null;
  /** The time of the last change, in milliseconds since 1970; 0 if unknown. */
  changedAt: number;
};

const pathPrefix = 'mail/';
const newMailPath = `${pathPrefix}new`;

/** Returns the draft key of a reply to a captured mail. If `answeredId` is null, returns the key of a new mail. */
export const getTestMailDraftKey = (personId: string, answeredId: string | null): DraftKey => ({
  personId,
  path: answeredId === null ? newMailPath : `${pathPrefix}${answeredId}`,
});

/** Parses a stored draft; null if it is malformed. Earlier versions stored `changedAt` as `keptAt`. */
function parseDraft(stored: unknown): TestMailDraft | null {
  if (!isRecord(stored) || !isRecord(stored['fields'])) return null;
  const { from, subject, body } = stored['fields'];
  const { files, idempotencyKey, keptAt, changedAt = keptAt } = stored;
  if (typeof from !== 'string' || typeof subject !== 'string' || typeof body !== 'string') return null;
  return {
    fields: { from, subject, body },
    files: parseDraftFiles(files),
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
    changedAt: typeof changedAt === 'number' ? changedAt : 0,
  };
}

export const findTestMailDraft = (draftKey: DraftKey): TestMailDraft | null => getDraft(draftKey, parseDraft);

export const storeTestMailDraft: (draftKey: DraftKey, draft: TestMailDraft | null) => void = persistDraft;

/** Subscribes to the files of an unsent mail. */
export const useTestMailFiles = (draftKey: DraftKey): readonly DraftFile[] =>
  useDraft(draftKey, parseDraft)?.files ?? noFiles;

/** An unsent mail; `answeredId` is null for a new mail. */
export type UnsentTestMail = { answeredId: string | null; draft: TestMailDraft };

/** Returns all unsent mail that a person wrote as a customer, last changed first. */
export const useUnsentTestMails = (personId: string): UnsentTestMail[] =>
  useDrafts(personId, pathPrefix, parseDraft)
    .map(([path, draft]) => ({ answeredId: path === newMailPath ? null : path.slice(pathPrefix.length), draft }))
    .toSorted((a, b) => b.draft.changedAt - a.draft.changedAt);
