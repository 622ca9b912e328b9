import { createServer } from 'node:http';
import { listen } from '#server/testing/listen';
import { bareProvider } from './bare-provider.ts';

// Run by the benchmark with <the OAuth clients as JSON>.

const server = createServer();
const port = await listen(server);
const url = `http://localhost:${port}`;
server.on('request', await bareProvider(url, JSON.parse(process.argv[2] ?? '')));
console.log(JSON.stringify({ msg: 'listening', url, port }));
