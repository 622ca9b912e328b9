import type { RequestHandler } from 'express';
import { defaultSettings } from '#contract/default-settings';
import { isLoopback } from '#server/loopback';
import type { Database } from '../../database/database.ts';
import { readSettings } from '../../database/settings.ts';

/** The URLs of the pages and the desk, and the desk's name. URLs have no trailing slash. */
export type Site = {
  /** API_PUBLIC_URL. */
  apiPublicUrl: string;
  /** The URL of the desk; null if it is unset or browsers cannot reach it. */
  deskUrl: string | null;
  /** The name of the desk, as last read. */
  deskName: string;
};

/** Creates a site. Visitors of a public API get no link to a desk on localhost, the default of PUBLIC_URL. */
export const createSite = (apiPublicUrl: string, deskUrl: string | undefined): Site => {
  const isLocal = (url: string) => isLoopback(new URL(url));
  const isUnreachable = deskUrl === undefined || (isLocal(deskUrl) && !isLocal(apiPublicUrl));
  return { apiPublicUrl, deskUrl: isUnreachable ? null : deskUrl, deskName: defaultSettings.desk_name };
};

/** Reads the name of the desk before each page. If the database is unavailable, the page shows the previous name. */
export const readDeskName =
  (site: Site, { read }: Pick<Database, 'read'>): RequestHandler =>
  async (_request, _response, next) => {
    site.deskName = await readSettings(read).then(
      settings => settings.desk_name,
      () => site.deskName,
    );
    next();
  };
