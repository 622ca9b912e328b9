import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

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
   * Sends a body as it is read, as fast as the client takes it. If reading fails in the middle, the connection is
   * closed. The first part is read before anything is sent, so that an outage is still a 503.
   */
  async stream(body: AsyncIterable<Uint8Array>): Promise<void> {
    const parts = body[Symbol.asyncIterator]();
    const first = await parts.next();
    const rest = async function* () {
      if (!first.done) yield first.value;
      yield* { [Symbol.asyncIterator]: () => parts };
    };
    this.#response.writeHead(this.statusCode, this.#headers);
    await pipeline(Readable.from(rest(), { objectMode: false }), this.#response).catch((error: unknown) => {
      // A client may leave at any time.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }

  /** Hands the headers over to Express, which writes the error response. */
  release(response: Response): void {
    if (response.headersSent) return;
    for (const [name, value] of Object.entries(this.#headers)) response.setHeader(name, value);
  }
}
