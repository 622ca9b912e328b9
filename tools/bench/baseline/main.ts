import { createServer } from 'node:http';
import { listen } from '#server/testing/listen';
import { bareListener } from './node-http.ts';
import { createBaselineResponses } from './responses.ts';
import { openBaselineStore } from './store.ts';

// Run by the benchmark with <SQLite file> <public URL of the API> <id and name of the author>.

const [file = '', publicUrl = '', id = '', name = ''] = process.argv.slice(2);
const responses = createBaselineResponses(openBaselineStore(file), publicUrl, { id, name });
const server = createServer(bareListener(responses));
const port = await listen(server);
console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${port}`, port }));
