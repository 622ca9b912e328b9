import { runOrSayWhy } from '#server/serve';
import { toldToEnd } from '#server/told-to-end';
import { start } from './start.ts';

await runOrSayWhy(() => start(process.env, toldToEnd));
