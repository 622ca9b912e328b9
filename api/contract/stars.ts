import { z } from 'zod';
import { outputParameters } from './list.ts';
import { allRoles, operation } from './operation.ts';

const star = {
  path: '/gists/{gist_id}/star',
  roles: allRoles,
  query: z.strictObject({ pretty: outputParameters([]).pretty }),
} as const;

export const checkStar = operation({
  ...star,
  name: 'checkStar',
  method: 'GET',
  summary: 'Check whether you starred a gist: 204 or 404',
  scope: 'gists:read',
});

export const starGist = operation({
  ...star,
  name: 'starGist',
  method: 'PUT',
  summary: 'Star a gist',
  scope: 'gists:write',
});

export const unstarGist = operation({
  ...star,
  name: 'unstarGist',
  method: 'DELETE',
  summary: 'Remove your star from a gist',
  scope: 'gists:write',
});
