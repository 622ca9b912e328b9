import { fold } from '../../fold.ts';
import type { GistRow } from '../queries.ts';

type Sources = {
  /** Rows that were read: starred ones, recent ones, those the server found for the words. One may be in several. */
  known: readonly GistRow[];
  /** The ids of what the server found. */
  found: ReadonlySet<string>;
  starred: ReadonlySet<string>;
};

/**
 * What can be inserted, for the words typed so far: starred gists first, each kind in the order in which they are known.
 * Words are looked for in descriptions at once, in the middle of a word too; the server looks into files.
 */
export function chooseGists(words: string, { known, found, starred }: Sources): GistRow[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  const fits = (gist: GistRow): boolean =>
    found.has(gist.id) || wanted.every(word => fold(`${gist.description} #${gist.id}`).includes(word));
  const fitting = [...new Map(known.map(gist => [gist.id, gist])).values()].filter(fits);
  const isStarred = ({ id }: GistRow): boolean => starred.has(id);
  return [...fitting.filter(isStarred), ...fitting.filter(gist => !isStarred(gist))];
}
