import { composeGreeting, composeSignIn } from './greeting.mjs';
import { listenForInterrupt } from './interrupt.mjs';
import { leastShown } from './log-line.mjs';
import { createNarrator } from './narrator.mjs';
import { Refusal } from './refusal.mjs';
import { describeExit, runServers } from './run-servers.mjs';

/**
 * Runs a desk until Ctrl-C: starts its servers, greets once they are ready, shows what of their logs people should see.
 * @param {NodeJS.ProcessEnv} env the person's variables
 * @param {import('./addresses.mjs').Plan} plan
 * @param {(hear: (server: string, line: string) => void) => import('./server-process.mjs').ServerProcess[]} startServers
 * @throws {Refusal} when a server ended by itself, or they were not ready in time
 */
export async function runDesk(env, plan, startServers) {
  const interrupted = listenForInterrupt(env);
  const narrator = createNarrator({ least: leastShown(env.LOG_LEVEL), print: console.log });
  const desk = { ...plan, adminEmail: env.ADMIN_EMAIL || 'admin@stardesk.local', news: narrator.news };
  const onReady = () => {
    console.log(composeGreeting(desk));
    narrator.endStart();
  };
  try {
    const servers = startServers(narrator.hear);
    const end = await runServers(servers, { readyUrls: plan.readyUrls, interrupted, onReady });
    if (end !== 'interrupted') throw new Refusal(narrator.hasSpoken() ? 'Stardesk did not start.' : describeExit(end));
  } finally {
    // A generated password is told once only, so it must not be lost with a start that failed half way.
    if (narrator.news.administrator) console.log(composeSignIn(desk).join('\n'));
  }
}
