/** Follows the stream of events in a process of its own. Arguments: the URL of a bff, and a session as JSON. */
import { followEvents } from './stream-client.ts';

const reportMilliseconds = 20;
const [url = '', session = '{}'] = process.argv.slice(2);
const client = followEvents(url, JSON.parse(session));
setInterval(() => process.send?.(client), reportMilliseconds);
process.once('disconnect', () => process.exit());
