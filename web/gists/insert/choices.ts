import { normalizeText } from '../../api-client/normalize-text.ts';
import type { ListedGist } from '../queries.ts';

type Sources = {
  /** Loaded rows: starred, recent, and search results. May contain duplicates. */
  rows: readonly ListedGist[];
  /** The ids of the server's search results. */
  foundIds: ReadonlySet<string>;
  starredIds: ReadonlySet<string>;
};

/**
 * Returns the gists that match the typed query, starred gists first. The browser matches descriptions, including parts
 * of words; the server also searches files.
 */
export function matchGists(query: string, { rows, foundIds, starredIds }: Sources): ListedGist[] {
  const queryWords = normalizeText(query).split(/\s+/).filter(Boolean);
  const matches = (gist: ListedGist): boolean =>
    foundIds.has(gist.id) || queryWords.every(word => normalizeText(`${gist.description} #${gist.id}`).includes(word));
  const matching = [...new Map(rows.map(gist => [gist.id, gist])).values()].filter(matches);
  const isStarred = ({ id }: ListedGist): boolean => starredIds.has(id);
  return [...matching.filter(isStarred), ...matching.filter(gist => !isStarred(gist))];
}
