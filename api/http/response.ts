import type { ServerResponse } from 'node:http';
import type { Response } from 'express';

/** The part of a response that the pipeline and the operations write. */
export type HttpResponse = {
  statusCode: number;
  setHeader(name: string, value: number | string): unknown;
  end(body?: string | Buffer): unknown;
};

/**
 * Collects status and headers, and sends them with one `writeHead`. Setting twenty headers one by one takes Node longer than
 * reading a ticket.
 */
export class CollectedResponse implements HttpResponse {
  statusCode = 200;
  readonly #response: ServerResponse;
  readonly #headers: Record<string, number | string>;

  /** @param headers headers of every response, by name */
  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>) {
    this.#response = response;
    this.#headers = { ...headers };
  }

  setHeader(name: string, value: number | string): this {
    this.#headers[name] = value;
    return this;
  }

  end(body?: string | Buffer): void {
    this.#response.writeHead(this.statusCode, this.#headers).end(body);
  }

  /** Hands the headers over to Express, which writes the error response. */
  release(response: Response): void {
    for (const [name, value] of Object.entries(this.#headers)) response.setHeader(name, value);
  }
}
