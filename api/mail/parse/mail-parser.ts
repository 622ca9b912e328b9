import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import type { Writable } from 'node:stream';
import { releaseBytes } from '#server/release-bytes';
import type { OriginalMail } from '../original/render-original.ts';
import { type ByteReader, createByteReader } from './byte-reader.ts';
import { listMessageFiles, type MailFile, type ParsedMail, UnparsableMailError } from './parsed-mail.ts';
import type { ParserResponse } from './parser-process.ts';
import { type ParserTask, parserTasks, startedMessage } from './parser-tasks.ts';

/**
 * Limits of one mail. The deadline starts when the process has received the whole mail, so that neither a slow store
 * nor the start of the process counts.
 */
export type ParserLimits = { deadlineMilliseconds: number; heapMegabytes: number };

export const defaultLimits: ParserLimits = { deadlineMilliseconds: 10_000, heapMegabytes: 256 };

/** The bytes of a mail. Each part is released once it is passed on, so that a large mail needs little memory here. */
type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Stores a file as it arrives, so that this process needs no memory for it. */
export type StoreFile = (file: MailFile, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

export type MailParser = {
  /**
   * Parses a mail of `size` bytes in a separate process.
   * @param storeFile receives the files of the mail one by one, and must read them to the end
   * @throws UnparsableMailError
   */
  parse(size: number, chunks: Chunks, storeFile?: StoreFile): Promise<ParsedMail>;
  /** Renders a mail as an HTML document, with the same limits. @throws UnparsableMailError */
  render(size: number, chunks: Chunks, options: { showsRemotePictures: boolean }): Promise<OriginalMail>;
  /** Ends the processes. Running and later calls then throw an error other than UnparsableMailError. */
  close(): Promise<void>;
};

/**
 * Creates a parser. Its processes start when mails arrive; a process that exceeds a limit is replaced. Threads would
 * not be safe: V8 ends the whole process if one allocation of a thread far exceeds the thread's heap.
 */
export const createMailParser = (
  limits = defaultLimits,
  processes = availableParallelism() < 4 ? 1 : 2,
): MailParser => {
  const idle: ParserProcess[] = [];
  const running = new Set<ParserProcess>();
  const waiting: (() => void)[] = [];
  let isClosed = false;

  const acquire = async (): Promise<ParserProcess> => {
    while (!isClosed && running.size >= processes) await new Promise<void>(resolve => waiting.push(resolve));
    if (isClosed) throw new Error('The mail parser was closed.');
    const usable = idle.splice(0).filter(({ child }) => child.connected);
    const process = usable.pop() ?? startProcess(limits);
    // A mail that is being parsed keeps the parent process running until the mail is stored.
    process.child.ref();
    process.child.channel?.ref();
    idle.push(...usable);
    running.add(process);
    return process;
  };

  const run = async (
    task: ParserTask,
    size: number,
    chunks: Chunks,
    readRest: (response: ParserResponse, output: ByteReader) => Promise<void> = async () => {},
  ) => {
    const process = await acquire();
    const { child, output } = process;
    let response: ParserResponse | undefined;
    let isReusable = false;
    try {
      response = await request(child, withHead(task, size, chunks), limits.deadlineMilliseconds);
      await readRest(response, output);
      isReusable = size <= maxReusedBytes;
    } catch (error) {
      throw isClosed ? new Error('The mail parser was closed.') : error;
    } finally {
      running.delete(process);
      if (isReusable) idle.push(process);
      else child.kill('SIGKILL');
      release(child);
      waiting.shift()?.();
    }
    if ('reason' in response) throw new UnparsableMailError(response.reason, response.message);
    return response;
  };

  return {
    async parse(size, chunks, storeFile) {
      const storeFiles = async (response: ParserResponse, output: ByteReader) => {
        if (storeFile === undefined || !('mail' in response)) return;
        for (const file of listMessageFiles(response.mail)) await storeFile(file, output.take(file.size));
      };
      const response = await run(storeFile === undefined ? 'parse' : 'parse-files', size, chunks, storeFiles);
      if ('mail' in response) return response.mail;
      throw new Error('The mail parser rendered a mail instead of parsing it.');
    },

    async render(size, chunks, { showsRemotePictures }) {
      const response = await run(showsRemotePictures ? 'render-remote' : 'render', size, chunks);
      if ('original' in response) return response.original;
      throw new Error('The mail parser parsed a mail instead of rendering it.');
    },

    async close() {
      isClosed = true;
      for (const { child } of [...idle.splice(0), ...running]) child.kill('SIGKILL');
      for (const wake of waiting.splice(0)) wake();
    },
  };
};

/** A process, and its output: the bytes of the files of mails. */
type ParserProcess = { child: ChildProcess; output: ByteReader };

/** The size of each of V8's three spaces of new objects. The default of 16 MB needs more memory and saves no time. */
const semiSpaceMegabytes = 4;

const startProcess = ({ heapMegabytes }: ParserLimits): ParserProcess => {
  const child = fork(new URL('parser-process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${heapMegabytes}`, `--max-semi-space-size=${semiSpaceMegabytes}`],
    // A mail must not reach the secrets of the environment.
    env: {},
    serialization: 'advanced',
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  });
  // Ignores write errors: the exit event shows why the process no longer reads.
  (child.stdin as Socket | null)?.on('error', () => {}).unref();
  const output = child.stdout as Socket;
  output.unref();
  return { child, output: createByteReader(output) };
};

/** Lets this process exit while the child is idle. */
const release = (child: ChildProcess): void => {
  child.unref();
  child.channel?.unref();
};

/** Processes that parsed larger mails are not reused, because they do not free the memory. */
const maxReusedBytes = 1024 * 1024;

/**
 * The signals with which V8 ends a process whose heap is full. The system kills a process that needs too much memory.
 */
const memorySignals: readonly (string | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGKILL'];

/** Adds the header that the process expects. It is the size in four bytes and the task in one byte. */
async function* withHead(task: ParserTask, size: number, chunks: Chunks): AsyncGenerator<Uint8Array> {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(size);
  head[4] = parserTasks.indexOf(task);
  yield head;
  yield* chunks;
}

const request = (
  child: ChildProcess,
  input: AsyncIterable<Uint8Array>,
  deadlineMilliseconds: number,
): Promise<ParserResponse> =>
  new Promise((resolve, reject) => {
    const sending = new AbortController();
    const settle = (act: () => void) => {
      sending.abort();
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onError).off('exit', onExit);
      act();
    };
    let timer: NodeJS.Timeout | undefined;
    const expire = () => settle(() => reject(new UnparsableMailError('deadline')));
    const onMessage = (message: unknown) => {
      if (message === startedMessage) timer = setTimeout(expire, deadlineMilliseconds);
      else settle(() => resolve(message as ParserResponse));
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = (_code: number | null, signal: string | null) =>
      settle(() =>
        reject(
          memorySignals.includes(signal)
            ? new UnparsableMailError('parse_error', signal)
            : new Error('The process of the mail parser exited.'),
        ),
      );
    child.on('message', onMessage).on('error', onError).on('exit', onExit);
    send(child.stdin, input, sending.signal).catch(error => {
      if (!sending.signal.aborted) onError(error);
    });
  });

/** Writes the input as fast as the process reads it. @param signal stops writing */
const send = async (stdin: Writable | null, input: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> => {
  for await (const chunk of input) {
    if (signal.aborted || stdin === null || stdin.destroyed) return;
    const onWritten = (error?: Error | null) => {
      if (error == null) releaseBytes(chunk);
    };
    if (!stdin.write(chunk, onWritten)) await once(stdin, 'drain', { signal }).catch(() => {});
  }
};
