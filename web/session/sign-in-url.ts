import { stringifySearch } from '../api-client/search-params.ts';

/** Returns the sign-in URL, which leads back to `returnTo`. `email` identifies the expected person. */
export const getSignInUrl = (returnTo: string, email?: string): string =>
  `/login${stringifySearch({ return_to: returnTo, ...(email && { login_hint: email }) })}`;

/** Query of the return URL that makes a popup close itself. `opener` does not identify a popup: redirects remove it. */
export const popupQuery = '?popup';
