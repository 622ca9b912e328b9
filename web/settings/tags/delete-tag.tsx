import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tag } from '#contract';
import { call } from '../../api-client/client.ts';
import { usePerson } from '../../session/person.ts';
import { removeDrafts } from '../../storage/remove-drafts.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lacksScope, SaveFailure } from '../load-failure.tsx';
import { tagsQuery } from './queries.ts';
import { formatTickets } from './tickets-link.tsx';

/** Deletes a tag after confirmation. */
export function DeleteTag({ tag: { name, tickets } }: { tag: Tag }) {
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  const { id: personId } = usePerson();
  const navigate = useNavigate();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => call('DELETE /tags/{name}', { params: { name } }),
    onSuccess: async () => {
      removeDrafts(personId, `settings/tags/${name}/`);
      await navigate({ to: '/settings/tags' });
      void client.invalidateQueries({ queryKey: tagsQuery.queryKey });
      showDone(tickets === 0 ? 'Tag deleted' : `Deleting ${name}`);
    },
  });
  const dismiss = (): void => {
    reset();
    setConfirming(false);
  };
  return (
    <>
      <button type="button" className="button" aria-label="Delete the tag" onClick={() => setConfirming(true)}>
        <Icon name="trash" size={14} />
      </button>
      <ConfirmDialog
        open={isConfirming}
        title="Delete this tag?"
        action="Delete"
        error={lacksScope(error) ? null : error}
        isPending={isPending}
        onConfirm={mutate}
        onDismiss={dismiss}
      >
        <p>
          {tickets === 0
            ? `No ticket has “${name}”.`
            : `This removes “${name}” from ${formatTickets(tickets)} and cannot be undone.`}{' '}
          Saved views that filter by this tag will show no tickets.
        </p>
        {lacksScope(error) && <SaveFailure error={error} />}
      </ConfirmDialog>
    </>
  );
}
