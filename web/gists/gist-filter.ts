import type { QueryOf } from '../api-client/client.ts';
import { type ReservedQueryName, readListQuery } from '../api-client/list-query.ts';

/** The query of the gist list, with the API's names and values. */
export type GistFilter = { readonly [Name in Exclude<keyof QueryOf<'GET /gists'>, ReservedQueryName>]?: string };

/** Reads the filter from the search parameters of a URL. */
export const readGistFilter: (search: Readonly<Record<string, unknown>>) => GistFilter = readListQuery;
