import type { Tag } from '#contract';
import { isNotFound } from '../../api-client/errors.ts';

type StartMergeOptions = {
  name: string;
  into: string;
  /** Whether the person has agreed to merge into a tag that exists. */
  isConfirmed: boolean;
  /** Loads a tag; throws ApiError 404 or 410 if the tag does not exist. */
  findTag: (name: string) => Promise<Tag>;
  merge: () => Promise<Tag>;
};

/** `started` has the merged tag, or null if the merge has ended. `unconfirmed`: the target exists; nothing was sent. */
export type StartMergeResult = { state: 'started'; tag: Tag | null } | { state: 'unconfirmed' };

/**
 * Renames a tag, or merges it into an existing tag. A merge needs a confirmation, since it cannot be undone. Reads both
 * tags first, since a loaded list may be stale. If the response to the merge was lost, the retry gets a 410.
 *
 * @throws ApiError 404 or 410 if the tag does not exist; other errors of the requests
 */
export async function startMerge(options: StartMergeOptions): Promise<StartMergeResult> {
  const { name, into, isConfirmed, findTag, merge } = options;
  const [, target] = await Promise.all([findTag(name), catchNotFound(findTag(into))]);
  if (target !== null && into !== name && !isConfirmed) return { state: 'unconfirmed' };
  return { state: 'started', tag: await catchNotFound(merge()) };
}

/** Returns null instead of a 404 or 410. */
const catchNotFound = (tag: Promise<Tag>): Promise<Tag | null> =>
  tag.catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
    return null;
  });
