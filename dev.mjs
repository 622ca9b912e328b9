import { join } from 'node:path';
import { chooseDataDir, chooseHost, planAddresses } from './launch/addresses.mjs';
import { installMissing } from './launch/install.mjs';
import { readOptions } from './launch/options.mjs';
import { root } from './launch/paths.mjs';
import { claimPorts, readPorts } from './launch/ports.mjs';
import { reportRefusal } from './launch/refusal.mjs';
import { runDesk } from './launch/run-desk.mjs';
import { generateSecrets } from './launch/secrets.mjs';
import { startServer } from './launch/server-process.mjs';

const usage = `npm run dev: the desk for those who change it. Both servers start anew when their files change, and the browser
follows the web app's. It reads the same variables as npm start; see there.`;

await develop({ NODE_ENV: 'development', ...process.env }).catch(reportRefusal);

/**
 * Browsers talk to vite's server on PORT; it passes on what is not the web app to the bff, whose address it finds in BFF_URL.
 * @param {NodeJS.ProcessEnv} env
 */
async function develop(env) {
  readOptions(process.argv.slice(2), usage, {});
  const host = chooseHost(env);
  const ports = await claimPorts({ ...readPorts(env), bff: 0 }, host);
  generateSecrets(chooseDataDir(env, root), env);
  await installMissing({ development: true });
  const plan = planAddresses(env, ports, root);
  const bffUrl = `http://127.0.0.1:${ports.bff}`;
  const bff = { ...plan.bff, HOST: '127.0.0.1', PORT: String(ports.bff) };
  const vite = ['--port', String(ports.PORT), '--strictPort', '--host', host, '--logLevel', 'warn'];
  await runDesk(env, { ...plan, readyUrls: [...plan.readyUrls, `${bffUrl}/readyz`] }, hear => [
    startServer('api', ['--watch-preserve-output', '--watch', 'api/main.ts'], plan.api, hear),
    startServer('bff', ['--watch-preserve-output', '--watch', 'bff/main.ts'], bff, hear),
    startServer('web', [join(root, 'node_modules/vite/bin/vite.js'), ...vite], { ...env, BFF_URL: bffUrl }, hear),
  ]);
}
