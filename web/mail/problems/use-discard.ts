import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnChanges } from '../../list/own-changes.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { refetchMail } from '../refetch-mail.ts';
import type { ProblemList } from './use-problem-list.ts';

/** Deletes a mail of a list with `send`, which gets the id of the mail. */
export function useDiscard(problems: ProblemList, own: OwnChanges, send: (id: string) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (_, id) => {
      own.add(id);
      problems.leave(id);
      showDone('Email discarded');
    },
    onSettled: () => refetchMail(client),
  });
}
