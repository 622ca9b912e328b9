import { getSampleData, removeSampleData } from '#contract';
import { getActor } from '../http/actor.ts';
import type { Route } from '../http/route.ts';
import { noContentRoute } from '../http/serve-no-content.ts';
import { reportRoute } from '../http/serve-report.ts';
import { settingsResource } from '../settings/resource.ts';
import { readSampleData, startRemoval } from './sample-data.ts';

/** The routes of the sample data, which has neither id nor version. */
export const sampleRoutes = (apiPublicUrl: string): Route[] => [
  reportRoute(getSampleData, { kind: 'settings', compute: readSampleData }),
  noContentRoute(removeSampleData, settingsResource(apiPublicUrl), async (_row, { database, caller, clock }) => {
    await database.transaction(writes => startRemoval(writes, getActor({ caller, now: clock() })));
  }),
];
