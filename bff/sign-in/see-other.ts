import type { Response } from 'express';

/** Redirects with 303. Sends no body, because it would repeat the URL and its secrets. */
export const seeOther = (res: Response, location: string): void => void res.status(303).location(location).end();
