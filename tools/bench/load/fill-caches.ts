import { Client } from 'undici';
import type { LoadClients } from './clients.ts';

const connections = 20;
/** Enough to fill the API's cache of texts, see `api/http/representation-cache.ts`. */
const maximumTickets = 10_000;

/** Reads tickets and messages once, to fill the bounded caches before memory is measured. */
export async function fillCaches({ url, sessions: [headers = {}], tickets }: LoadClients): Promise<void> {
  const last = Math.min(tickets, maximumTickets);
  let id = 0;
  const clients = Array.from({ length: connections }, () => new Client(url));
  const read = async (client: Client) => {
    while (id < last) {
      id++;
      for (const path of [`/api/tickets/${id}`, `/api/tickets/${id}/messages`]) {
        const { statusCode, body } = await client.request({ method: 'GET', path, headers });
        await body.dump();
        if (statusCode !== 200) throw new Error(`GET ${path} returned ${statusCode}.`);
      }
    }
  };
  await Promise.all(clients.map(read));
  await Promise.all(clients.map(client => client.close()));
}
