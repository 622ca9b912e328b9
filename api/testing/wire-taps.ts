import type { IncomingMessage, ServerResponse } from 'node:http';

/** Calls back with the whole request body once the server has read it, without changing how it reads. */
export const tapRequestBody = (request: IncomingMessage, onBody: (body: string) => void): void => {
  const { push } = request;
  const chunks: Buffer[] = [];
  Object.assign(request, {
    push(chunk: unknown, ...rest: unknown[]) {
      if (Buffer.isBuffer(chunk)) chunks.push(chunk);
      if (chunk === null) onBody(Buffer.concat(chunks).toString());
      return Reflect.apply(push, request, [chunk, ...rest]);
    },
  });
};

/** Calls back with the whole response body before its last byte is sent; headers are set by then. */
export const tapResponseBody = (response: ServerResponse, onBody: (body: string) => void): void => {
  const { write, end } = response;
  const chunks: Buffer[] = [];
  const collect = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  Object.assign(response, {
    write(...args: unknown[]) {
      collect(args[0]);
      return Reflect.apply(write, response, args);
    },
    end(...args: unknown[]) {
      collect(args[0]);
      onBody(Buffer.concat(chunks).toString());
      return Reflect.apply(end, response, args);
    },
  });
};
