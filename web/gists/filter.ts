import type { QueryOf } from '../api.ts';
import { type ReadingName, readListQuery } from '../list-query.ts';

/** Which gists, in which order: the query of the gist list, by its own names and values. */
export type GistFilter = { readonly [Name in Exclude<keyof QueryOf<'GET /gists'>, ReadingName>]?: string };

/** Takes the filter out of an address's search parameters. */
export const readGistFilter: (search: Readonly<Record<string, unknown>>) => GistFilter = readListQuery;
