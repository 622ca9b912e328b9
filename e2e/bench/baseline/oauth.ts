import { once } from 'node:events';
import { createServer } from 'node:http';
import { bareProvider } from './bare-provider.ts';

// Run by the benchmark with <the OAuth clients as JSON>.

const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' ? address?.port : undefined;
const url = `http://localhost:${port}`;
server.on('request', await bareProvider(url, JSON.parse(process.argv[2] ?? '')));
console.log(JSON.stringify({ msg: 'listening', url, port }));
