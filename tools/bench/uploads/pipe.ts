import { Agent, createServer, request } from 'node:http';
import { listen } from '#server/testing/listen';

// A bare pipe to the API, with keep-alive connections and no other work. Argument: the URL of the API.

const [apiUrl = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const server = createServer((incoming, response) => {
  const { method, headers, url } = incoming;
  const outgoing = request(apiUrl + url, { agent, ...(method !== undefined && { method }), headers }, apiResponse => {
    response.writeHead(apiResponse.statusCode ?? 502, apiResponse.headers);
    apiResponse.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
});
const port = await listen(server);
console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${port}`, port }));
