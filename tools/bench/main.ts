import { Command } from 'commander';
import { apiBench } from './api.ts';
import { eventsBench } from './events.ts';
import { filesBench } from './files.ts';
import { deleteGeneratedStores } from './generated-stores.ts';
import { jobsBench } from './jobs.ts';
import { loadBench } from './load.ts';
import { mailBench } from './mail.ts';
import { oauthBench } from './oauth.ts';
import { scaleBench } from './scale.ts';
import { uploadsBench } from './uploads.ts';
import { webBench } from './web.ts';

// A Ctrl-C exits normally, so that exit handlers delete temporary files.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const benches = [
  apiBench(),
  oauthBench(),
  webBench(),
  loadBench(),
  eventsBench(),
  jobsBench(),
  mailBench(),
  uploadsBench(),
  filesBench(),
  scaleBench(),
];

const clear = new Command('clear')
  .description('delete the generated desks, which later runs would reuse')
  .action(deleteGeneratedStores);

const bench = new Command('bench')
  .usage('<name> [options]')
  .description(
    'Measures the speed of Stardesk on this machine. Exits with 1 after an error, or if a check fails that must pass at any speed.',
  )
  .on('command:*', ([name]) => {
    throw new Error(`Unknown benchmark "${name}"; valid names: ${benches.map(each => each.name()).join(', ')}.`);
  });
for (const command of [...benches, clear]) bench.addCommand(command);

try {
  await bench.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // Child processes would keep this process running. Exit handlers kill them.
  process.exit(1);
}
