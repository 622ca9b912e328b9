import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

/** Where programs reach the API, up to `/v1`: the beginning of the address that GET /people/me gives the person. */
export const apiAddress = queryOptions({
  queryKey: ['api address'],
  queryFn: async ({ signal }) => {
    const { body } = await call('GET /people/me', { query: { fields: 'url' }, signal });
    return body.url.replace(/\/people\/[^/]+$/, '');
  },
  staleTime: Number.POSITIVE_INFINITY,
});
