import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { releaseBytes } from '#server/release-bytes';

/** The part of a response that the pipeline and the operations write. */
export type HttpResponse = {
  statusCode: number;
  setHeader(name: string, value: number | string): unknown;
  end(body?: string | Buffer): unknown;
};

/**
 * Collects status and headers, and sends them with one `writeHead`. Setting twenty headers one by one takes Node longer
 * than reading a ticket.
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

  /**
   * Sends a body while it is read, as fast as the client accepts it. The first part is read before anything is sent, so
   * that an outage still causes a 503.
   * @param body its parts are released once they are sent
   * @throws the error of a failed read; the caller then closes the connection
   */
  async stream(body: AsyncIterable<Uint8Array>): Promise<void> {
    const response = this.#response;
    const parts = body[Symbol.asyncIterator]();
    const first = await parts.next();
    const rest = async function* () {
      if (!first.done) yield first.value;
      yield* { [Symbol.asyncIterator]: () => parts };
    };
    // A client can disconnect at any time.
    const closed = new Promise<false>(resolve => response.once('close', () => resolve(false)));
    const write = (part: Uint8Array) =>
      new Promise<boolean>(resolve => response.write(part, error => resolve(error == null)));
    response.writeHead(this.statusCode, this.#headers);
    for await (const part of rest()) {
      if (!(await Promise.race([write(part), closed]))) return;
      releaseBytes(part);
    }
    response.end();
  }

  /** Sends the headers now; the caller writes the body over time. */
  open(): ServerResponse {
    const response = this.#response;
    response.writeHead(this.statusCode, this.#headers).flushHeaders();
    return response;
  }

  /** Copies the headers to the response of Express, which writes the error. Does nothing once headers were sent. */
  copyHeadersTo(response: Response): void {
    if (response.headersSent) return;
    for (const [name, value] of Object.entries(this.#headers)) response.setHeader(name, value);
  }
}
