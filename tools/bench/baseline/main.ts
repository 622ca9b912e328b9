import { createServer } from 'node:http';
import { listen } from '#server/testing/listen';
import { createBaselineListener } from './node-http.ts';
import { openPostgresBaselineStore } from './postgres-store.ts';
import { createBaselineResponses } from './responses.ts';
import { openSqliteBaselineStore } from './sqlite-store.ts';

// Arguments: SQLite file or PostgreSQL URL, public URL of the API, id and name of the author.

const [address = '', apiPublicUrl = '', id = '', name = ''] = process.argv.slice(2);
const store = address.startsWith('postgres:') ? openPostgresBaselineStore(address) : openSqliteBaselineStore(address);
const responses = createBaselineResponses(store, apiPublicUrl, { id, name });
const server = createServer(createBaselineListener(responses));
const port = await listen(server);
console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${port}`, port }));
