import { queryOptions } from '@tanstack/react-query';
import type { SettingsRepresentation } from '#contract';
import { call } from '../../api-client/client.ts';

/** GET /settings. */
export const deskSettingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }): Promise<SettingsRepresentation> => (await call('GET /settings', { signal })).body,
});
