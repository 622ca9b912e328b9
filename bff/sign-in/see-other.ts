import type { Response } from 'express';

/** 303: go there with GET. No body, as one would repeat the address and what it carries. */
export const seeOther = (res: Response, address: string): void => void res.status(303).location(address).end();
