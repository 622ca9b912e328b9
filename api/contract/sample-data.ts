import { z } from 'zod';
import { exampleSampleData } from './examples.ts';
import { countSchema } from './fields.ts';
import { emptyResponseQuery } from './list.ts';
import { adminRoles, operation } from './operation.ts';

export const sampleDataSchema = z
  .object({
    tickets: countSchema.meta({ description: 'The tickets that a removal deletes.' }),
    gists: countSchema.meta({ description: 'The gists that a removal deletes.' }),
    people: countSchema.meta({ description: 'The people whom a removal disables.' }),
    in_use: countSchema.meta({
      description: 'The tickets, gists and people that were changed or are used. A removal does not change them.',
    }),
    removal: z
      .object({ done: countSchema, total: countSchema })
      .nullable()
      .meta({ description: 'The progress of a removal; null if no removal is in progress.' }),
  })
  .meta({
    id: 'SampleData',
    description: 'The tickets, gists and people that are left of the sample data with which a desk started.',
    example: exampleSampleData,
  });
export type SampleData = z.output<typeof sampleDataSchema>;

const access = { roles: adminRoles, hidden: true } as const;

export const getSampleData = operation('getSampleData', 'GET /sample_data', {
  description:
    'A removal does not change items in use. A ticket is in use if it was changed, got a message or is watched; a gist, if it was changed or starred. A person is in use if the person was changed or can sign in, or if a program acts for the person.',
  summary: 'Read how much sample data is left',
  scope: 'settings:read',
  ...access,
  response: sampleDataSchema,
});

export const removeSampleData = operation('removeSampleData', 'DELETE /sample_data', {
  description:
    'A background job deletes the tickets and gists and disables the people, on behalf of the caller. `removal` shows its progress. The response does not wait for the job. Changed and used items remain, and are no longer sample data afterwards.',
  summary: 'Remove the sample data',
  scope: 'settings:write',
  ...access,
  query: emptyResponseQuery,
});
