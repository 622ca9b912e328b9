import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationPreferences } from '#contract';
import { type NotificationKind, notificationKinds } from '#contract/enums';
import { call } from '../api-client/client.ts';
import { listKeys } from '../api-client/list-keys.ts';
import { usePerson } from '../session/person.ts';
import { showFailure } from '../toasts/toast-store.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Switch } from '../ui/switch.tsx';
import css from './preferences.module.css';
import { notificationPreferences } from './queries.ts';

type Channel = keyof NotificationPreferences[NotificationKind];

const channelLabels: Readonly<Record<Channel, string>> = { in_app: 'In the app', by_mail: 'By email' };
const channels = listKeys<Record<Channel, unknown>>(channelLabels);

const kindLabels: Readonly<Record<NotificationKind, string>> = {
  assigned: 'A ticket is assigned to you',
  mentioned: 'A note mentions you',
  customer_replied: 'The customer replies on a ticket that you watch',
  colleague_wrote: 'A colleague writes on a ticket that you watch',
  new_unassigned: 'A new ticket has no assignee',
  delivery_failed: 'One of your replies is not delivered',
  system: 'The desk has a problem',
};

type Change = { kind: NotificationKind; channel: Channel; on: boolean };

/** A table of the kinds of notifications with a switch for each channel. Each change is saved immediately. */
export function NotificationPreferencesTable() {
  const { data, error, refetch } = useQuery(notificationPreferences);
  const change = useChangePreference();
  const { role } = usePerson();
  if (error && !data) {
    return <ErrorState title="Couldn’t load these preferences" error={error} retry={() => void refetch()} />;
  }
  return (
    <table className={css.table} aria-busy={data === undefined}>
      <thead>
        <tr>
          <th scope="col">Notify me when</th>
          {channels.map(channel => (
            <th key={channel} scope="col">
              {channelLabels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationKinds
          .filter(kind => kind !== 'system' || role === 'admin')
          .map(kind => (
            <tr key={kind}>
              <th scope="row">{kindLabels[kind]}</th>
              {channels.map(channel => (
                <td key={channel}>
                  {data && (
                    <Switch
                      label={`${kindLabels[kind]}: ${channelLabels[channel].toLowerCase()}`}
                      on={data[kind][channel]}
                      onChange={on => change({ kind, channel, on })}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/**
 * PUT /notification_preferences: optimistic. Reads the preferences first, since another device or a link in a mail may
 * have changed other preferences.
 */
function useChangePreference(): (change: Change) => void {
  const client = useQueryClient();
  const { queryKey } = notificationPreferences;
  const { mutate } = useMutation({
    scope: { id: 'notification preferences' },
    mutationKey,
    mutationFn: async (change: Change) => {
      const { body } = await call('GET /notification_preferences', {});
      await call('PUT /notification_preferences', { body: applyChange(body, change) });
    },
    onMutate: async change => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, all => all && applyChange(all, change));
    },
    onError: (error, change) => showFailure('Couldn’t save the preference', error, () => mutate(change)),
    // Refetches after the last request. An earlier response would lack the changes that are not stored yet.
    onSettled: () => client.isMutating({ mutationKey }) === 1 && client.invalidateQueries({ queryKey }),
  });
  return mutate;
}

const mutationKey = ['notification-preferences'];

const applyChange = (all: NotificationPreferences, { kind, channel, on }: Change): NotificationPreferences => ({
  ...all,
  [kind]: { ...all[kind], [channel]: on },
});
