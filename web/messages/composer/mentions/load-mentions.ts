import type { QueryClient } from '@tanstack/react-query';
import { peopleQuery } from '../../../people/queries.ts';
import { findMentions } from './find-mentions.ts';

/** Returns the ids of the people whom a note mentions. Null if the people must be loaded first. */
export function findLoadedMentions(client: QueryClient, text: string): string[] | null {
  if (!text.includes('@')) return [];
  const people = client.getQueryData(peopleQuery.queryKey);
  return people ? findMentions(text, people) : null;
}

/**
 * Returns the ids of the people whom a note mentions. Loads the people if necessary.
 *
 * @throws {ApiError} {NetworkError} if the people cannot be loaded
 */
export const loadMentions = async (client: QueryClient, text: string): Promise<string[]> =>
  findLoadedMentions(client, text) ?? findMentions(text, await client.ensureQueryData(peopleQuery));
