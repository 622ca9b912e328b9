import { once } from 'node:events';
import { createServer } from 'node:http';
import { bareExpress } from './express.ts';
import { bareListener } from './node-http.ts';
import { createBaselineResponses } from './responses.ts';
import { openBaselineStore } from './store.ts';

// Run by the benchmark with <kind> <SQLite file> <public URL of the API> <id and name of the author>.

const [kind = '', file = '', publicUrl = '', id = '', name = ''] = process.argv.slice(2);
const responses = createBaselineResponses(openBaselineStore(file), publicUrl, { id, name });
const server = createServer(kind === 'express' ? bareExpress(responses) : bareListener(responses));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' ? address?.port : undefined;
console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${port}`, port }));
