import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnChanges } from '../../list/own-changes.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { refetchMail } from '../refetch-mail.ts';
import type { ProblemList } from './use-problem-list.ts';

/** Discards a mail of a list. `sendDelete` sends the DELETE request. */
export function useDiscard(problems: ProblemList, own: OwnChanges, sendDelete: (id: string) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendDelete,
    onSuccess: (_, id) => {
      own.add(id);
      problems.leave(id);
      showDone('Email discarded');
    },
    onSettled: () => refetchMail(client),
  });
}
