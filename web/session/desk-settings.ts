import { queryOptions } from '@tanstack/react-query';
import type { SettingsRepresentation } from '#contract';
import { call } from '../api-client/client.ts';
import { storeDeskName } from '../storage/desk-name.ts';

/** GET /settings. Every person may read them. */
export const deskSettingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }): Promise<SettingsRepresentation> => {
    const { body } = await call('GET /settings', { signal });
    storeDeskName(body.desk_name);
    return body;
  },
  staleTime: 60_000,
});
