import { Command } from 'commander';
import { apiBench } from './api.ts';
import { bffBench } from './bff.ts';
import { loadBench } from './load.ts';
import { oauthBench } from './oauth.ts';
import { scaleBench } from './scale.ts';
import { forgetStores } from './stores.ts';
import { webBench } from './web.ts';

// A Ctrl-C ends us as an exit does, so that what a run has written goes too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const benches = [apiBench(), oauthBench(), bffBench(), webBench(), loadBench(), scaleBench()];

const forget = new Command('forget')
  .description('delete the generated desks, which are kept for the next run')
  .action(forgetStores);

const bench = new Command('bench')
  .usage('<name> [options]')
  .description(
    'Measures how fast Stardesk is on this machine. It judges no speed; what has to hold at any speed it does, and exits 1 where that does not.',
  )
  .on('command:*', ([name]) => {
    throw new Error(`There is no bench "${name}"; there is ${benches.map(each => each.name()).join(', ')}.`);
  });
for (const command of [...benches, forget]) bench.addCommand(command);

try {
  await bench.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
