import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type QueryOf } from '../../api-client/client.ts';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { deskSettingsQuery } from '../../session/desk-settings.ts';
import { usePerson } from '../../session/person.ts';
import { sampleDataQuery } from '../data/sample-data.tsx';
import { peopleListQuery } from '../people/queries.ts';
import { createChecklist } from './checklist.ts';

/** GET /audit_entries, newest first. Refetched whenever a screen shows them. */
const latestEntries = (filter: QueryOf<'GET /audit_entries'>) =>
  queryOptions({
    queryKey: ['audit', 'latest', filter],
    queryFn: async ({ signal }) =>
      (await call('GET /audit_entries', { query: { per_page: '100', ...filter }, signal })).body,
    staleTime: 0,
  });

/** The audit entry of the latest backup, in a list of at most one. */
export const backupsQuery = latestEntries({ action: 'backup.made', per_page: '1' });

/** Reads the steps of the setup. `data` is undefined until everything is loaded. */
export function useChecklist() {
  const { id: ownId } = usePerson();
  const client = useQueryClient();
  const passwords = latestEntries({ action: 'person.password_set', person_id: ownId });
  return useQuery({
    queryKey: ['settings', 'start'],
    queryFn: async () => {
      const fresh = { staleTime: 0 };
      const [entries, settings, mailboxes, people, backups, sample] = await Promise.all([
        client.fetchQuery({ ...passwords, ...fresh }),
        client.fetchQuery({ ...deskSettingsQuery, ...fresh }),
        client.fetchQuery({ ...mailboxesQuery, ...fresh }),
        client.fetchQuery({ ...peopleListQuery, ...fresh }),
        client.fetchQuery(backupsQuery),
        client.fetchQuery(sampleDataQuery),
      ]);
      const active = people.filter(({ disabled }) => !disabled).length;
      return createChecklist({ ownId, passwords: entries, settings, mailboxes, people: active, backups, sample });
    },
    staleTime: 0,
  });
}
