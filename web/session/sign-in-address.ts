import { stringifySearch } from '../address.ts';

/** Where signing in begins; afterwards the browser is back at `returnTo`. */
export const signInAddress = (returnTo: string): string => `/login${stringifySearch({ return_to: returnTo })}`;
