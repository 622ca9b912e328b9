import { z } from 'zod';
import { exampleSearchSuggestion } from './examples.ts';
import { outputParameters, searchParameter } from './list.ts';
import { allRoles, operation } from './operation.ts';

export const searchSuggestionSchema = z
  .strictObject({
    q: z.string().nullable(),
    suggestion: z.string().nullable().meta({
      description:
        'The query with its unknown words replaced. Null if it has more than 8 words, if no word can be replaced, or if the new query would find nothing.',
    }),
  })
  .meta({
    id: 'SearchSuggestion',
    description: 'A corrected ticket search: unknown words are replaced with words of the tickets.',
    example: exampleSearchSuggestion,
  });

export const suggestSearch = operation('suggestSearch', 'GET /search_suggestions', {
  description: 'Replaces each word that no ticket contains with the most similar word of any ticket.',
  summary: 'Suggest a corrected query for a search that finds nothing',
  scope: 'tickets:read',
  roles: allRoles,
  query: z.strictObject({
    ...outputParameters(Object.keys(searchSuggestionSchema.shape)),
    q: searchParameter.optional(),
  }),
  response: searchSuggestionSchema,
});
