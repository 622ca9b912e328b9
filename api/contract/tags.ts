import { z } from 'zod';
import { tagSortKeys } from './enums.ts';
import { exampleTag } from './examples.ts';
import { countSchema, createBodySchema, line, resourceSchema } from './fields.ts';
import { emptyResponseQuery, listParameters, sortKeysParameter } from './list.ts';
import { adminRoles, allRoles, operation } from './operation.ts';
import { tag } from './tickets.ts';

/** Writable members. */
const tagFields = {
  description: line(255).meta({
    description: 'What the tag means. A tag without tickets exists only while it has a description.',
  }),
};

export const tagSchema = resourceSchema({
  name: tag,
  ...tagFields,
  tickets: countSchema.meta({ description: 'How many tickets have the tag.' }),
  removal: z
    .strictObject({
      into: tag.nullable().meta({ description: 'The tag that replaces this tag; null if this tag is being deleted.' }),
      done: countSchema,
      total: countSchema,
    })
    .nullable()
    .meta({ description: 'The progress of a merge or a deletion; null if neither is in progress.' }),
})
  .extend({
    id: z.string().meta({ description: 'The name.' }),
    version: z.int().min(1).meta({ description: 'Increases with every change, including a change of `tickets`.' }),
  })
  .meta({
    id: 'Tag',
    description: 'A tag that a ticket has, or that has a description. A deleted tag exists again once a ticket has it.',
    example: exampleTag,
  });
export type Tag = z.output<typeof tagSchema>;
/** The writable part of a tag. */
export type TagDraft = z.output<z.ZodObject<typeof tagFields>>;

const mergeSchema = z.strictObject({
  into: tag.meta({ description: 'The tag that replaces this tag. It does not have to exist.' }),
});
export type TagMerge = z.output<typeof mergeSchema>;

const params = { name: tag.meta({ description: 'The name of the tag.', examples: [exampleTag.name] }) };
const read = { scope: 'tickets:read', roles: allRoles } as const;
const write = { scope: 'settings:write', roles: adminRoles, params } as const;

export const listTags = operation('listTags', 'GET /tags', {
  summary: 'List the tags',
  ...read,
  query: z.strictObject({
    ...listParameters(Object.keys(tagSchema.shape)),
    sort: sortKeysParameter(tagSortKeys, 'name'),
  }),
  response: z.array(tagSchema),
});

export const getTag = operation('getTag', 'GET /tags/{name}', {
  description: '`GET /tickets?tag=…` lists the tickets of a tag.',
  summary: 'Read a tag',
  ...read,
  params,
  response: tagSchema,
});

export const replaceTag = operation('replaceTag', 'PUT /tags/{name}', {
  example: { description: exampleTag.description },
  summary: 'Describe a tag',
  ...write,
  errors: ['tag_changing'],
  body: createBodySchema(tagFields, { description: '' }),
  response: tagSchema,
});

export const mergeTag = operation('mergeTag', 'PUT /tags/{name}/merge', {
  description:
    'Replaces the tag with the tag `into`. If no tag `into` exists, the request renames the tag. A background job edits the tickets on behalf of the caller, including tickets that get the tag in the meantime. `removal` shows its progress; afterwards, the URL of the tag returns 410. The response does not wait for the job. Repeating the request returns 200 while the job runs, and 410 afterwards. Saved views and the default tags of mailboxes change immediately. If the tag `into` has no description, it gets the description of the replaced tag.',
  example: { into: 'invoices' },
  summary: 'Merge a tag into another, or rename it',
  ...write,
  errors: ['tag_changing'],
  body: mergeSchema,
  response: tagSchema,
});

export const deleteTag = operation('deleteTag', 'DELETE /tags/{name}', {
  description:
    'A background job removes the tag from its tickets on behalf of the caller. `removal` shows its progress; afterwards, the URL of the tag returns 410. The response does not wait for the job. Mailboxes lose the tag as a default tag immediately. Saved views that name it do not change, and find no tickets.',
  summary: 'Remove a tag from all tickets',
  ...write,
  errors: ['tag_changing'],
  query: emptyResponseQuery,
});
