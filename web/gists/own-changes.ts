import { createOwnChanges } from '../list/own-changes.ts';

/** Gists that this page has just changed, starred or deleted. */
export const ownGistChanges = createOwnChanges();
