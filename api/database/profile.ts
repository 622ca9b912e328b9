/**
 * How the desk uses PostgreSQL. `strict` avoids features that a distributed engine with the PostgreSQL protocol may
 * lack: see OPERATIONS.md. All processes of a desk need the same profile.
 */
export const databaseProfiles = ['standard', 'strict'] as const;
export type DatabaseProfile = (typeof databaseProfiles)[number];
