import { createApiVersions } from '../http/versions/registry.ts';

/**
 * An API with a fictional older version, 2026-09-01. There, a ticket has a title instead of a subject, and no tags. An
 * event has a program instead of a client. 2025-12-01 is retired.
 */
export const fictionalVersions = createApiVersions({
  current: '2026-11-21',
  deprecated: [
    {
      date: '2026-09-01',
      since: Date.UTC(2026, 10, 21),
      sunset: Date.UTC(2027, 10, 20),
      differences: {
        ticket: { renamed: { subject: 'title' }, added: ['tags'] },
        event: { renamed: { client_id: 'program_id' } },
      },
    },
  ],
  retired: ['2025-12-01'],
});
