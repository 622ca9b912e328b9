import { isLoopback } from '#server/loopback';

/** The URLs of the pages and the desk, without a trailing slash. */
export type Site = {
  /** API_PUBLIC_URL. */
  apiPublicUrl: string;
  /** The URL of the desk; null if it is unset or browsers cannot reach it. */
  deskUrl: string | null;
};

/** Creates a site. Visitors of a public API get no link to a desk on localhost, the default. */
export const createSite = (apiPublicUrl: string, deskUrl: string | undefined): Site => {
  const isLocal = (url: string) => isLoopback(new URL(url));
  const unreachable = deskUrl === undefined || (isLocal(deskUrl) && !isLocal(apiPublicUrl));
  return { apiPublicUrl, deskUrl: unreachable ? null : deskUrl };
};
