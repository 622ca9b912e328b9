import { isLoopback } from '#server/loopback';

/** Where the pages are, and where a person can go from them. Addresses without a trailing slash. */
export type Site = {
  /** API_PUBLIC_URL. */
  publicUrl: string;
  /** Where the desk itself is; null when there is none that a browser could reach. */
  deskUrl: string | null;
};

/** A desk on this computer, which nobody set, is no place to send the visitors of an API that is reached from elsewhere. */
export const siteOf = (publicUrl: string, deskUrl: string | undefined): Site => {
  const isHere = (url: string) => isLoopback(new URL(url));
  const unreachable = deskUrl === undefined || (isHere(deskUrl) && !isHere(publicUrl));
  return { publicUrl, deskUrl: unreachable ? null : deskUrl };
};
