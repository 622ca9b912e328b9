import type { IncomingMessage, ServerResponse } from 'node:http';

/** Reads along with whoever reads the body of a request, and tells it whole; it changes nothing of how that is read. */
export const readBody = (request: IncomingMessage, told: (body: string) => void): void => {
  const { push } = request;
  const chunks: Buffer[] = [];
  Object.assign(request, {
    push(chunk: unknown, ...rest: unknown[]) {
      if (Buffer.isBuffer(chunk)) chunks.push(chunk);
      if (chunk === null) told(Buffer.concat(chunks).toString());
      return Reflect.apply(push, request, [chunk, ...rest]);
    },
  });
};

/** Reads along with what is answered, and tells it before its last byte leaves; headers are known by then. */
export const readWrites = (response: ServerResponse, told: (body: string) => void): void => {
  const { write, end } = response;
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  Object.assign(response, {
    write(...args: unknown[]) {
      keep(args[0]);
      return Reflect.apply(write, response, args);
    },
    end(...args: unknown[]) {
      keep(args[0]);
      told(Buffer.concat(chunks).toString());
      return Reflect.apply(end, response, args);
    },
  });
};
