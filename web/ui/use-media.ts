import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the window matches a media query, from the first render on. */
export const useMedia = (query: string): boolean => useMediaQuery(query, false, { getInitialValueInEffect: false });
