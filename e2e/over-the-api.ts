import type { APIRequestContext, Browser } from '@playwright/test';
import type { Desk } from './desk.ts';
import { fillIn } from './program.ts';

/** What the bff asks of whoever is no page of the desk. */
const headers = { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-origin' };

type Files = Record<string, { content: string } | null>;
type Gist = { id: string; description: string; public: boolean; files: Record<string, { content: string }> };
type Message = { id: string; body: string; type: string; author_name: string };

/** The desk's API, used by whoever is signed in in a browser, beside its pages. */
export function overTheApi(request: APIRequestContext) {
  const post = async (path: string, data: object) => (await request.post(`/api${path}`, { headers, data })).json();
  const readGist = async (id: string): Promise<Gist> => (await request.get(`/api/gists/${id}`, { headers })).json();
  return {
    addGist: (gist: { description: string; files: Files; public?: boolean }): Promise<Gist> => post('/gists', gist),
    readGist,
    changeGist: async (id: string, data: { description?: string; files?: Files }) =>
      void (await request.patch(`/api/gists/${id}`, { headers, data })),
    deleteGist: async (id: string) => void (await request.delete(`/api/gists/${id}`, { headers })),
    write: (ticketId: string, message: { body: string; type?: string; direction?: string }): Promise<Message> =>
      post(`/tickets/${ticketId}/messages`, message),
    addTicket: async (subject: string, more: { tags?: string[]; priority?: string } = {}): Promise<string> =>
      (await post('/tickets', { subject, ...more })).id,
    /** How many tickets a search finds, up to 30. */
    countTickets: async (q: string): Promise<number> =>
      (await (await request.get(`/api/tickets?${new URLSearchParams({ q })}`, { headers })).json()).length,
    changeTicket: async (id: string, data: object) =>
      void (await request.patch(`/api/tickets/${id}`, { headers, data })),
    /** Whoever is signed in. */
    readPerson: async (): Promise<{ id: string }> => (await request.get('/api/people/me', { headers })).json(),
    deleteTicket: async (id: string) => void (await request.delete(`/api/tickets/${id}`, { headers })),
    readTicket: async (id: string): Promise<{ state: string }> =>
      (await request.get(`/api/tickets/${id}`, { headers })).json(),
    /** The bodies of a ticket's messages, oldest first. */
    readBodies: async (ticketId: string): Promise<string[]> => {
      const answer = await request.get(`/api/tickets/${ticketId}/messages?per_page=100`, { headers });
      return ((await answer.json()) as Message[]).map(({ body }) => body);
    },
  };
}

/** Signs somebody new in in a browser of their own, where they use the API. */
export async function signInColleague(browser: Browser, desk: Desk, name: string) {
  const context = await browser.newContext({ baseURL: desk.url });
  const page = await context.newPage();
  await page.goto('/login?return_to=/star.svg');
  await fillIn(page, await desk.addPerson(name));
  await page.waitForURL('**/star.svg');
  return overTheApi(context.request);
}
