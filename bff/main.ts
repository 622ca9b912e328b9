import { runOrSayWhy } from '#server/serve';
import { toldToEnd } from '#server/told-to-end';
import { startBffServer } from './start.ts';

await runOrSayWhy(() => startBffServer(process.env, toldToEnd));
