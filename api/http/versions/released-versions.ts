import { createApiVersions } from './registry.ts';

/** The released API versions. Decision 15 in api/DECISIONS.md explains how to add a version. */
export const releasedVersions = createApiVersions({ current: '2026-11-21' });
