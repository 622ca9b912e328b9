import { chooseDataDir, chooseHost, planAddresses } from './launch/addresses.mjs';
import { installMissing } from './launch/install.mjs';
import { reportLaunchError } from './launch/launch-error.mjs';
import { readOptions } from './launch/options.mjs';
import { root } from './launch/paths.mjs';
import { choosePorts, readPorts } from './launch/ports.mjs';
import { runDesk } from './launch/run-desk.mjs';
import { generateSecrets } from './launch/secrets.mjs';
import { startServerProcess } from './launch/server-process.mjs';
import { buildWebIfStale } from './launch/web-build.mjs';

const usage = `npm start: installs missing packages, builds the web app if it changed, and runs the desk until Ctrl-C.

All settings are environment variables, for example
  PORT=8080 npm start       port of the desk (3000); 0 picks a free port
  API_PORT=8081 npm start   port of the API (4000); 0 picks a free port
  DATA_DIR=~/desk npm start folder of the database and the secrets (./data)
  LOG_LEVEL=info npm start  shows more of the servers' logs (default: warnings and errors)
README.md and OPERATIONS.md list the other variables.`;

await start(process.env).catch(reportLaunchError);

/** @param {NodeJS.ProcessEnv} env */
async function start(env) {
  readOptions(process.argv.slice(2), usage, {});
  const ports = await choosePorts(readPorts(env), chooseHost(env));
  generateSecrets(chooseDataDir(env, root), env);
  await installMissing({ development: false });
  await buildWebIfStale();
  const plan = planAddresses(env, ports, root);
  await runDesk(env, plan, onLine => [
    startServerProcess('api', ['api/main.ts'], plan.api, onLine),
    startServerProcess('bff', ['bff/main.ts'], plan.bff, onLine),
  ]);
}
