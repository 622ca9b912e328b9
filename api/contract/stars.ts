import { emptyResponseQuery } from './list.ts';
import { allRoles, operation } from './operation.ts';

const star = {
  roles: allRoles,
  query: emptyResponseQuery,
} as const;

export const checkStar = operation('checkStar', 'GET /gists/{gist_id}/star', {
  ...star,
  summary: 'Check whether you starred a gist: 204 or 404',
  scope: 'gists:read',
  errors: ['not_starred'],
});

export const starGist = operation('starGist', 'PUT /gists/{gist_id}/star', {
  ...star,
  summary: 'Star a gist',
  scope: 'gists:write',
});

export const unstarGist = operation('unstarGist', 'DELETE /gists/{gist_id}/star', {
  ...star,
  summary: 'Remove your star from a gist',
  scope: 'gists:write',
});
