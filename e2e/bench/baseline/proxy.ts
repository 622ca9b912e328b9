import { Agent, createServer, request } from 'node:http';
import { listen } from '#server/testing/listen';

// Run by the benchmark with <URL of the API>. Forwards every request over keep-alive connections, and nothing else.

const { hostname, port } = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true });

const server = createServer((incoming, response) => {
  const { method, url, headers } = incoming;
  const outgoing = request({ agent, hostname, port, method, path: url, headers }, received => {
    response.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
});
const ownPort = await listen(server);
console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${ownPort}`, port: ownPort }));
