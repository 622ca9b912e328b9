// A process that runs the servers of one kind that it is told to, one after the other, until whoever started it has gone.
import { pathToFileURL } from 'node:url';
import type { Environment } from '../environment.ts';
import { explain, runOrSayWhy } from '../serve.ts';
import type { ToldToEnd } from '../told-to-end.ts';

/** What api/start.ts and bff/start.ts export. */
type Kind = { start(environment: Environment, toldToEnd: ToldToEnd): Promise<void>; explain?: typeof explain };

/** What the process is told: the environment of the next server, or that the one that runs is to end. */
type Message = { start: Record<string, string> } | { end: true };

const [script = ''] = process.argv.slice(2);
const kind: Kind = await import(pathToFileURL(script).href);

// Each server's log waits for the end of the process, to write its last lines.
process.setMaxListeners(0);

let end = (): void => undefined;

process.on('message', async (message: Message) => {
  if ('end' in message) return end();
  const told = Promise.withResolvers<void>();
  end = told.resolve;
  await runOrSayWhy(() => kind.start(message.start, () => told.promise), kind.explain ?? explain);
  process.send?.('ended');
});
process.on('disconnect', () => process.exit());
