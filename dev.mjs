import { join } from 'node:path';
import { chooseDataDir, chooseHost, planAddresses } from './launch/addresses.mjs';
import { installMissing } from './launch/install.mjs';
import { reportLaunchError } from './launch/launch-error.mjs';
import { readOptions } from './launch/options.mjs';
import { root } from './launch/paths.mjs';
import { choosePorts, readPorts } from './launch/ports.mjs';
import { runDesk } from './launch/run-desk.mjs';
import { generateSecrets } from './launch/secrets.mjs';
import { startServerProcess } from './launch/server-process.mjs';

const usage = `npm run dev: runs the desk for development. Both servers restart when their files change, and the browser reloads
the web app. npm run dev reads the same variables as npm start (see npm start -- --help).`;

await develop({ NODE_ENV: 'development', ...process.env }).catch(reportLaunchError);

/**
 * Serves the web app from vite on PORT. Vite forwards the paths listed in vite.config.ts to the bff at BFF_URL.
 * @param {NodeJS.ProcessEnv} env
 */
async function develop(env) {
  readOptions(process.argv.slice(2), usage, {});
  const host = chooseHost(env);
  const ports = await choosePorts({ ...readPorts(env), bff: 0 }, host);
  generateSecrets(chooseDataDir(env, root), env);
  await installMissing({ development: true });
  const plan = planAddresses(env, ports, root);
  const bffUrl = `http://127.0.0.1:${ports.bff}`;
  const bff = { ...plan.bff, HOST: '127.0.0.1', PORT: String(ports.bff) };
  const vite = ['--port', String(ports.PORT), '--strictPort', '--host', host, '--logLevel', 'warn'];
  await runDesk(env, { ...plan, readyUrls: [...plan.readyUrls, `${bffUrl}/readyz`] }, onLine => [
    startServerProcess('api', ['--watch-preserve-output', '--watch', 'api/main.ts'], plan.api, onLine),
    startServerProcess('bff', ['--watch-preserve-output', '--watch', 'bff/main.ts'], bff, onLine),
    startServerProcess(
      'web',
      [join(root, 'node_modules/vite/bin/vite.js'), ...vite],
      { ...env, BFF_URL: bffUrl },
      onLine,
    ),
  ]);
}
