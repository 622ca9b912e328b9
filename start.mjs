import { chooseDataDir, chooseHost, planAddresses } from './launch/addresses.mjs';
import { installMissing } from './launch/install.mjs';
import { readOptions } from './launch/options.mjs';
import { root } from './launch/paths.mjs';
import { claimPorts, readPorts } from './launch/ports.mjs';
import { reportRefusal } from './launch/refusal.mjs';
import { runDesk } from './launch/run-desk.mjs';
import { generateSecrets } from './launch/secrets.mjs';
import { startServer } from './launch/server-process.mjs';
import { buildWebIfStale } from './launch/web-build.mjs';

const usage = `npm start: installs what is missing, builds the web app if it changed, and runs the desk until Ctrl-C.

Everything is set by environment variables, for instance
  PORT=8080 npm start       the desk's port (3000); 0 picks a free one
  API_PORT=8081 npm start   the API's port (4000); 0 picks a free one
  DATA_DIR=~/desk npm start where the store and the secrets live (./data)
  LOG_LEVEL=info npm start  shows the servers' logs; without it, warnings and worse
README.md lists the others.`;

await start(process.env).catch(reportRefusal);

/** @param {NodeJS.ProcessEnv} env */
async function start(env) {
  readOptions(process.argv.slice(2), usage, {});
  const wanted = readPorts(env);
  const ports = await claimPorts(wanted, chooseHost(env));
  generateSecrets(chooseDataDir(env, root), env);
  await installMissing({ development: false });
  await buildWebIfStale();
  const plan = planAddresses(env, ports, root);
  await runDesk(env, plan, hear => [
    startServer('api', ['api/main.ts'], plan.api, hear),
    startServer('bff', ['bff/main.ts'], plan.bff, hear),
  ]);
}
