import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lazyChunk } from '../app/lazy-chunks.ts';
import { usePerson } from '../session/person.ts';
import { onDraftsChange } from '../storage/drafts.ts';
import { hasPendingFiles } from './stored-files.ts';

const loadUploads = lazyChunk(() => import('./uploads.ts'));

/** Uploads the files of the signed-in person's drafts while the app is open. Loads the code once there is a file. */
export function useUploads(): void {
  const { id: personId } = usePerson();
  const client = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const check = (): void => {
      if (!hasPendingFiles(personId)) return;
      unsubscribe();
      void loadUploads().then(
        ({ startUploads }) => {
          if (!signal.aborted) signal.addEventListener('abort', startUploads({ personId, client }));
        },
        // The next change of a draft loads it again.
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
  }, [personId, client]);
}
