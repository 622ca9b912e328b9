import { stringifySearch } from '../address.ts';

/** Where signing in begins; afterwards the browser is back at `returnTo`. `email`: who is expected. */
export const signInAddress = (returnTo: string, email?: string): string =>
  `/login${stringifySearch({ return_to: returnTo, ...(email && { login_hint: email }) })}`;

/** What the address of the page after a sign-in ends with in a popup, which closes by itself; it lost its opener on the way. */
export const popupEnds = '?popup';
