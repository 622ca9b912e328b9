import { lazyChunk } from '../../app/lazy-chunks.ts';
import { useLazyTask } from '../../app/use-lazy-task.ts';
import { needsDelivery } from '../message-draft.ts';

const loadOutbox = lazyChunk(async () => (await import('./start-outbox.ts')).startOutbox);

/** Delivers the outbox of the signed-in person while the app is open. */
export const useDelivery = (): void => useLazyTask(loadOutbox, needsDelivery);
