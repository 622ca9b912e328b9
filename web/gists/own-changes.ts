import { createOwnChanges } from '../list/own-changes.ts';

/** Which gists the person in front of this page changed, starred or deleted just now. */
export const ownGists = createOwnChanges();
