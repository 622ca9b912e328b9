import type { APIRequestContext } from '@playwright/test';
import type { Gist, Message, Person, Ticket, View, ViewDraft } from '#contract';

/** What the bff asks of whoever is no page of the desk. */
const headers = { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-origin' };

type Files = Record<string, { content: string } | null>;
type GistChange = { description?: string; public?: boolean; files?: Files };

/** Somebody at the desk's API: whoever is signed in in a browser, beside its pages, or has no page at all. */
export type AtTheApi = ReturnType<typeof overTheApi>;

/** Speaks to the API of the desk with the session that these requests carry. Whatever is refused is thrown. */
export function overTheApi(request: APIRequestContext) {
  const ask = async (method: string, path: string, data?: object) => {
    const answer = await request.fetch(`/api${path}`, { method, headers, data });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.status() === 204 ? null : answer.json();
  };
  return {
    /** Whoever this is. */
    readPerson: (): Promise<Person> => ask('GET', '/people/me'),

    create: (ticket: Partial<Ticket>): Promise<Ticket> =>
      ask('POST', '/tickets', { subject: 'Nobody has asked anything', ...ticket }),
    read: (id: string): Promise<Ticket> => ask('GET', `/tickets/${id}`),
    change: (id: string, change: Partial<Ticket>): Promise<Ticket> => ask('PATCH', `/tickets/${id}`, change),
    remove: (id: string): Promise<void> => ask('DELETE', `/tickets/${id}`),
    /** The tickets that a search finds, up to 30. */
    search: (q: string): Promise<Ticket[]> => ask('GET', `/tickets?${new URLSearchParams({ q })}`),

    /** Adds a message to a ticket. */
    write: (id: string, message: Partial<Message>): Promise<Message> => ask('POST', `/tickets/${id}/messages`, message),
    rewrite: (id: string, messageId: string, body: string): Promise<Message> =>
      ask('PATCH', `/tickets/${id}/messages/${messageId}`, { body }),
    unwrite: (id: string, messageId: string): Promise<void> => ask('DELETE', `/tickets/${id}/messages/${messageId}`),
    /** The bodies of a ticket's messages, oldest first. */
    readBodies: async (id: string): Promise<string[]> =>
      (await ask('GET', `/tickets/${id}/messages?per_page=100`)).map(({ body }: Message) => body),

    addView: (view: Partial<ViewDraft>): Promise<View> => ask('POST', '/views', view),
    deleteView: (id: string): Promise<void> => ask('DELETE', `/views/${id}`),

    addGist: (gist: GistChange): Promise<Gist> => ask('POST', '/gists', gist),
    readGist: (id: string): Promise<Gist> => ask('GET', `/gists/${id}`),
    changeGist: (id: string, change: GistChange): Promise<Gist> => ask('PATCH', `/gists/${id}`, change),
    deleteGist: (id: string): Promise<void> => ask('DELETE', `/gists/${id}`),
  };
}
