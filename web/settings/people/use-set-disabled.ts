import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Person } from '#contract';
import { call } from '../../api-client/client.ts';
import { showFailure, showUndo } from '../../toasts/toast-store.ts';
import { storePerson } from './queries.ts';

/** Returns a mutation that disables (true) or enables a person, with Undo. */
export function useSetDisabled({ id, name }: Person) {
  const client = useQueryClient();
  const setDisabled = async (disabled: boolean): Promise<void> => {
    const { body } = await call('PATCH /people/{person_id}', { params: { person_id: id }, body: { disabled } });
    storePerson(client, body);
  };
  return useMutation({
    mutationFn: setDisabled,
    onSuccess: (_, disabled) => {
      const undo = () =>
        void setDisabled(!disabled).catch(error =>
          showFailure(`Couldn’t ${disabled ? 'enable' : 'disable'} ${name} again`, error),
        );
      showUndo(`${name} ${disabled ? 'disabled' : 'enabled'}`, undo, `person ${id}`);
    },
  });
}
