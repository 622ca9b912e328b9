import { useMedia } from '../../ui/use-media.ts';

/** Returns whether the customer panel fits beside the ticket, as in panes.module.css. */
export const useHasRoom = (): boolean => useMedia('(min-width: 1280px)');
