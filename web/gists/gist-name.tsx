import { useQuery } from '@tanstack/react-query';
import type { Gist } from '#contract';
import { type GistRow, gistItem } from './queries.ts';

/** Returns a gist's description or else the name of its first file. */
export const nameOfGist = ({ id, description, files }: Pick<Gist, 'id' | 'description' | 'files'>): string =>
  description.trim() || Object.keys(files)[0] || `Gist ${id}`;

/** The name of a gist in a list. Loads the gist if it has no description. */
export function GistName({ gist }: { gist: GistRow }) {
  const { data } = useQuery({ ...gistItem(gist.id), enabled: gist.description.trim() === '' });
  if (gist.description.trim() !== '') return gist.description;
  return data ? nameOfGist(data) : `Gist ${gist.id}`;
}
