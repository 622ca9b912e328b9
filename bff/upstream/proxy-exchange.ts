import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';

/** What begins the answer to the browser: sets status and header fields, which travel with the first piece of the body. */
type Begin = (status: number, headers: IncomingHttpHeaders) => void;

/**
 * One request to the API, its answer written to the browser piece by piece, no faster than the browser takes it. Aborted
 * when the browser leaves, whatever was reached by then. Resolves when all is written or nobody is there to read it.
 *
 * It is a handler of undici's own, beneath its `stream` and `request`: an abort signal, an async resource and listeners
 * for each request took a fifteenth of the proxy.
 *
 * @throws what undici says of the connection, or what the request's body failed with
 */
export function exchange(
  api: Dispatcher,
  request: Dispatcher.DispatchOptions,
  res: ServerResponse,
  begin: Begin,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let upstream: Dispatcher.DispatchController | null = null;
    const leave = () => upstream?.abort(new Error('the browser has left'));
    res.once('close', () => res.writableFinished || leave());
    api.dispatch(request, {
      onRequestStart(controller) {
        upstream = controller;
        if (res.destroyed) leave();
      },
      onResponseStart(controller, status, headers) {
        if (status < 200) return; // interim answers end here: the browser has not asked for any
        begin(status, headers);
        res.on('drain', () => controller.resume());
      },
      onResponseData(controller, chunk) {
        if (!res.write(chunk)) controller.pause();
      },
      onResponseEnd() {
        res.end();
        resolve();
      },
      onResponseError(_controller, error) {
        if (res.destroyed) resolve();
        else reject(error);
      },
    });
  });
}
