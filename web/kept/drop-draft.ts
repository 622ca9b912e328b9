import { showUndo } from '../notices/notices.ts';
import { type DraftPlace, keepDraft, readDraft } from './drafts.ts';

/**
 * Throws away the draft at a place; for ten seconds it can be had back. What was begun there since is then thrown away in
 * its turn, in the same manner.
 *
 * @param title what is said to have happened: "Change discarded"
 */
export const dropDraft = (place: DraftPlace, title: string): void => replaceDraft(place, null, title);

function replaceDraft(place: DraftPlace, draft: unknown, title: string): void {
  const dropped = readDraft(place, asItIs);
  keepDraft(place, draft);
  if (dropped !== null) showUndo(title, () => replaceDraft(place, dropped, title));
}

const asItIs = (stored: unknown): unknown => stored;
