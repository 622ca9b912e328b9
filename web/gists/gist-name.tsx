import { useQuery } from '@tanstack/react-query';
import type { Gist } from '#contract';
import { type GistRow, gistItem } from './queries.ts';

/** What a gist is called: its description or, without one, its first file. */
export const nameOfGist = ({ id, description, files }: Pick<Gist, 'id' | 'description' | 'files'>): string =>
  description.trim() || Object.keys(files)[0] || `Gist ${id}`;

/** The name of a gist in a list. Of one without a description the files are read, for their first one's name. */
export function GistName({ gist }: { gist: GistRow }) {
  const { data } = useQuery({ ...gistItem(gist.id), enabled: gist.description.trim() === '' });
  if (gist.description.trim() !== '') return gist.description;
  return data ? nameOfGist(data) : `Gist ${gist.id}`;
}
