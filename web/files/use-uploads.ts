import { lazyChunk } from '../app/lazy-chunks.ts';
import { useLazyTask } from '../app/use-lazy-task.ts';
import { hasPendingFiles } from './files-in-drafts.ts';

const loadUploads = lazyChunk(async () => (await import('./uploads.ts')).startUploads);

/** Uploads the files of the signed-in person's drafts while the app is open. */
export const useUploads = (): void => useLazyTask(loadUploads, hasPendingFiles);
