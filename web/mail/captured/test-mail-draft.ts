import { type DraftKey, getDraft, persistDraft } from '../../storage/drafts.ts';
import { isRecord } from '../../storage/is-record.ts';

export type TestMailFields = { from: string; subject: string; body: string };

/** An unsent mail, with the key of an attempt with an unknown outcome. */
export type TestMailDraft = { fields: TestMailFields; idempotencyKey: string | null };

function parseDraft(stored: unknown): TestMailDraft | null {
  if (!isRecord(stored) || !isRecord(stored['fields'])) return null;
  const { from, subject, body } = stored['fields'];
  const { idempotencyKey } = stored;
  if (typeof from !== 'string' || typeof subject !== 'string' || typeof body !== 'string') return null;
  return {
    fields: { from, subject, body },
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
  };
}

export const findTestMailDraft = (draftKey: DraftKey): TestMailDraft | null => getDraft(draftKey, parseDraft);

/** Stores an unsent mail, or removes it if it has no body. */
export const storeTestMailDraft = (draftKey: DraftKey, draft: TestMailDraft | null): void =>
  persistDraft(draftKey, draft && draft.fields.body.trim() !== '' ? draft : null);
