import { useQuery } from '@tanstack/react-query';
import type { Gist } from '#contract';
import { gistItem, type ListedGist } from './queries.ts';

/** Returns a gist's description, or else its first file's name, or else its number. */
export const getGistName = ({ id, description, files }: Pick<Gist, 'id' | 'description' | 'files'>): string =>
  description.trim() || Object.keys(files)[0] || `Gist ${id}`;

/** The name of a gist in a list. Loads the gist if it has no description. */
export function GistName({ gist }: { gist: ListedGist }) {
  const { data } = useQuery({ ...gistItem(gist.id), enabled: gist.description.trim() === '' });
  if (gist.description.trim() !== '') return gist.description;
  return data ? getGistName(data) : `Gist ${gist.id}`;
}
