import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the customer has room beside the ticket, as in panes.module.css. */
export const useHasRoom = (): boolean =>
  useMediaQuery('(min-width: 1280px)', false, { getInitialValueInEffect: false }) ?? false;
