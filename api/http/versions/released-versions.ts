import { createApiVersions } from './registry.ts';

/** The released API versions, newest first. Decision 15 in api/DECISIONS.md explains how to add one. */
export const releasedVersions = createApiVersions([{ date: '2026-11-21', is: 'current' }]);
