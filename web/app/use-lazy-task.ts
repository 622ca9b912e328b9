import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePerson } from '../session/person.ts';
import { onDraftsChange } from '../storage/drafts.ts';

export type TaskContext = { personId: string; client: QueryClient; router: RegisteredRouter };

/** Starts a task. Returns a function that stops it. */
type StartTask = (context: TaskContext) => () => void;

/**
 * Runs a background task of the signed-in person while the app is open. Loads the task's code when a draft first needs
 * it.
 *
 * @param isNeeded returns whether a draft of the person needs the task. Called at the start and after each change of a
 *   draft, until it returns true.
 */
export function useLazyTask(load: () => Promise<StartTask>, isNeeded: (personId: string) => boolean): void {
  const { id: personId } = usePerson();
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const check = (): void => {
      if (!isNeeded(personId)) return;
      unsubscribe();
      void load().then(
        start => {
          if (!signal.aborted) signal.addEventListener('abort', start({ personId, client, router }));
        },
        // After a failure, the next change of a draft loads the code again.
        () => subscribe(),
      );
    };
    let unsubscribe: () => void = () => {};
    const subscribe = (): void => {
      if (!signal.aborted) unsubscribe = onDraftsChange(personId, '', check);
    };
    signal.addEventListener('abort', () => unsubscribe());
    subscribe();
    check();
    return () => controller.abort();
  }, [load, isNeeded, personId, client, router]);
}
