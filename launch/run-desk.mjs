import { formatGreeting, formatSignIn } from './greeting.mjs';
import { listenForInterrupt } from './interrupt.mjs';
import { LaunchError } from './launch-error.mjs';
import { getMinimumLevel } from './log-line.mjs';
import { createLogView } from './log-view.mjs';
import { describeExit, runServers } from './run-servers.mjs';

/**
 * Runs a desk until Ctrl-C. Starts its servers, prints the greeting when they are ready, and shows their logs.
 * @param {NodeJS.ProcessEnv} env the user's variables
 * @param {import('./addresses.mjs').Plan} plan
 * @param {(onLine: (server: string, line: string) => void) => import('./server-process.mjs').ServerProcess[]}
 * startServers
 * @throws {LaunchError} if a server exits unexpectedly or is not ready in time
 */
export async function runDesk(env, plan, startServers) {
  const interrupted = listenForInterrupt(env);
  const view = createLogView({ minLevel: getMinimumLevel(env.LOG_LEVEL), print: console.log });
  const desk = { ...plan, adminEmail: env.ADMIN_EMAIL || 'admin@stardesk.local', firstStart: view.firstStart };
  const onReady = () => {
    console.log(formatGreeting(desk));
    view.finishStartup();
  };
  try {
    const servers = startServers(view.addLine);
    const stopCause = await runServers(servers, { readyUrls: plan.readyUrls, interrupted, onReady });
    if (stopCause !== 'interrupted')
      throw new LaunchError(view.hasPrintedPlainLine() ? 'Stardesk did not start.' : describeExit(stopCause));
  } finally {
    // Shows a generated password even if the start fails: no later start shows it again.
    if (view.firstStart.administrator) console.log(formatSignIn(desk).join('\n'));
  }
}
