import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Client, ClientUsage } from '#contract';
import { call } from '../../api-client/client.ts';
import { usePerson } from '../../session/person.ts';
import { removeDrafts } from '../../storage/remove-drafts.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { Icon } from '../../ui/icon.tsx';
import { programQuery, programsQuery, programUsageQuery } from './queries.ts';

/** Deletes a program after confirmation. The dialog shows the number of its users. */
export function DeleteProgram({ program: { id, name } }: { program: Client }) {
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id: personId } = usePerson();
  const { data: usage } = useQuery({ ...programUsageQuery, enabled: isConfirming });
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => call('DELETE /clients/{client_id}', { params: { client_id: id } }),
    onSuccess: async () => {
      removeDrafts(personId, `settings/programs/${id}/`);
      await navigate({ to: '/settings/programs' });
      client.removeQueries({ queryKey: programQuery(id).queryKey });
      void client.invalidateQueries({ queryKey: programsQuery.queryKey });
      showDone('Program deleted');
    },
  });
  const dismiss = (): void => {
    reset();
    setConfirming(false);
  };
  return (
    <>
      <button type="button" className="button" aria-label="Delete the program" onClick={() => setConfirming(true)}>
        <Icon name="trash" size={14} />
      </button>
      <ConfirmDialog
        open={isConfirming}
        title="Delete this program?"
        action="Delete"
        {...{ error, isPending }}
        onConfirm={mutate}
        onDismiss={dismiss}
      >
        <p>
          This permanently deletes “<bdi>{name}</bdi>”. {usage && describePeople(usage, id)}
        </p>
      </ConfirmDialog>
    </>
  );
}

const describePeople = ({ clients }: ClientUsage, id: string): string => {
  const people = clients.find(({ client_id }) => client_id === id)?.people ?? 0;
  if (people === 0) return 'Nobody uses it now.';
  return `${formatCount(people, 'person uses', 'people use')} it now.`;
};
