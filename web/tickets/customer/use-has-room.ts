import { useMedia } from '../../ui/use-media.ts';

/** Returns whether the customer has room beside the ticket, as in panes.module.css. */
export const useHasRoom = (): boolean => useMedia('(min-width: 1280px)');
