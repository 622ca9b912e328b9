import type { TagDraft, TagMerge } from '#contract';
import { tagPattern } from '#contract/tag-pattern';
import type { Queries } from '../database/database.ts';
import { fieldError, requireNoErrors } from '../http/errors.ts';
import type { PathParameters, Resource } from '../http/route.ts';
import { type TagRow, tagDraft, toTag } from './representation.ts';
import type { TagStore } from './store.ts';

export type TagDependencies = { tags: TagStore; apiPublicUrl: string };

/** Describes tags to the request pipeline. */
export const tagResource = (dependencies: TagDependencies): Resource<TagRow, TagDraft> => ({
  ...describeTags(dependencies),
  toDraft: tagDraft,
});

const describeTags = ({ tags, apiPublicUrl }: TagDependencies) => ({
  name: 'tag' as const,
  parameter: 'name',
  isWellFormed: (name: string) => tagPattern.test(name),
  find: (queries: Queries, { name = '' }: PathParameters) => tags.find(queries, name),
  isDeleted: (queries: Queries, { name = '' }: PathParameters) => tags.isDeleted(queries, name),
  toRepresentation: toTag(apiPublicUrl),
});

/** Describes merges of tags: clients write only the tag that replaces another tag. */
export const tagMergeResource = (dependencies: TagDependencies): Resource<TagRow, TagMerge> => ({
  ...describeTags(dependencies),
  toDraft: ({ merged_into }) => ({ into: merged_into ?? '' }),
  validateReferences: async (_queries, { into }, { pathParameters }) =>
    into === pathParameters['name'] ? [fieldError('into', 'not_allowed', 'must be a different tag')] : [],
});

/** @throws ApiError 422 for a tag that would not exist afterwards */
export const requireDescription = ({ description }: TagDraft, tickets: number): void =>
  requireNoErrors(
    description === '' && tickets === 0
      ? [fieldError('description', 'too_short', 'is empty, and no ticket has the tag')]
      : [],
  );
