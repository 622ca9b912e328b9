import type { QueryOf } from '../api.ts';

type FilterName = Exclude<
  keyof QueryOf<'GET /gists'>,
  'fields' | 'per_page' | 'cursor' | 'count' | 'envelope' | 'pretty'
>;

/** Which gists: the query of the gist list, by its own names and values. */
export type GistFilter = { readonly [Name in FilterName]?: string };

const names: readonly FilterName[] = ['starred', 'owner_id', 'q', 'sort'];

/** Takes the filter out of an address's search parameters. */
export const readGistFilter = (search: Readonly<Record<string, unknown>>): GistFilter =>
  Object.fromEntries(names.flatMap(name => (search[name] === undefined ? [] : [[name, String(search[name])]])));
