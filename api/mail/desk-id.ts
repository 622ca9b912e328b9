import { createHmac } from 'node:crypto';

/** Returns the id of this desk in the header `X-Stardesk` of its mail. `key` is the desk's token key. */
export const getDeskId = (key: Buffer): string => createHmac('sha256', key).update('desk').digest('hex').slice(0, 32);
