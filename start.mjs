import { chooseDataDir, chooseHost, planAddresses } from './launch/addresses.mjs';
import { composeGreeting, composeSignIn } from './launch/greeting.mjs';
import { installMissing } from './launch/install.mjs';
import { leastShown } from './launch/log-line.mjs';
import { createNarrator } from './launch/narrator.mjs';
import { readOptions } from './launch/options.mjs';
import { root } from './launch/paths.mjs';
import { claimPorts, readPorts } from './launch/ports.mjs';
import { Refusal, reportRefusal } from './launch/refusal.mjs';
import { describeExit, listenForInterrupt, runServers } from './launch/run-servers.mjs';
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
  await runDesk(env, planAddresses(env, ports, root));
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./launch/addresses.mjs').Plan} plan
 */
async function runDesk(env, plan) {
  const interrupted = listenForInterrupt();
  const narrator = createNarrator({ least: leastShown(env.LOG_LEVEL), print: console.log });
  const servers = [
    startServer('api', ['api/main.ts'], plan.api, narrator.hear),
    startServer('bff', ['bff/main.ts'], plan.bff, narrator.hear),
  ];
  const desk = { ...plan, adminEmail: env.ADMIN_EMAIL || 'admin@stardesk.local', news: narrator.news };
  try {
    const onReady = () => {
      console.log(composeGreeting(desk));
      narrator.endStart();
    };
    const end = await runServers(servers, { readyUrls: plan.readyUrls, interrupted, onReady });
    if (end !== 'interrupted') throw new Refusal(narrator.hasSpoken() ? 'Stardesk did not start.' : describeExit(end));
  } finally {
    // A generated password is told once only, so it must not be lost with a start that failed half way.
    if (narrator.news.administrator) console.log(composeSignIn(desk).join('\n'));
  }
}
