import { listDrafts, persistDraft } from './drafts.ts';

/**
 * Removes a person's drafts of a resource that was deleted.
 *
 * @param prefix of the paths of the drafts: `settings/tags/vat/`
 */
export function removeDrafts(personId: string, prefix: string): void {
  for (const [path] of listDrafts(personId, prefix, draft => draft)) persistDraft({ personId, path }, null);
}
