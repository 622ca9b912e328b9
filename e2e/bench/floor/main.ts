import { once } from 'node:events';
import { createServer } from 'node:http';
import { createAnswers } from './answers.ts';
import { bareListener } from './bare.ts';
import { bareExpress } from './express.ts';
import { openStore } from './store.ts';

// Run by the bench: <kind> <SQLite file> <public address of the API> <id and name of who posts>. Ends with its process.

const [kind = '', file = '', publicUrl = '', id = '', name = ''] = process.argv.slice(2);
const answers = createAnswers(openStore(file), publicUrl, { id, name });
const server = createServer(kind === 'express' ? bareExpress(answers) : bareListener(answers));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' ? address?.port : undefined;
console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${port}`, port }));
