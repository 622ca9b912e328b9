import { Pool } from 'undici';
import { openDocument } from '../../api/testing/openapi-document.ts';
import type { Coverage } from './coverage.ts';
import type { FuzzDesk } from './desk.ts';
import { FuzzFinding } from './finding.ts';
import { createOracle, getEndpoint } from './oracle.ts';
import { createPrivacy } from './privacy.ts';
import { openScene, type Scene } from './scene.ts';
import { type Received, type SentRequest, sendBytes, sendRequest } from './send.ts';
import { setupSteps } from './setup-steps.ts';
import type { Move, RawBytes, Step } from './step.ts';
import { createUnchanged } from './unchanged.ts';

/** The finding and the index of its move; -1 for the setup. */
export type PlayFailure = { at: number; error: FuzzFinding };

export type Player = {
  /** Plays a sequence up to the first finding; null without one. */
  play(moves: readonly Move[]): Promise<PlayFailure | null>;
  close(): Promise<void>;
};

/** A request and its response. */
type Exchange = { step: Step; sent: SentRequest; received: Received; text: string };

/** @param isKnown true for keys of findings to ignore */
export const createPlayer = (desk: FuzzDesk, coverage: Coverage, isKnown: (key: string) => boolean): Player => {
  const pool = new Pool(desk.url, { connections: 4 });
  const judge = createOracle(desk);
  const { find } = openDocument(desk.document);
  const read = (address: string, as: string) =>
    sendRequest(pool, { method: 'GET', address, headers: authorized(as), body: null });
  const privacy = createPrivacy(desk, read);
  const unchanged = createUnchanged(read);

  return {
    async play(moves) {
      const scene = openScene(desk);
      const all = [...setupSteps, ...moves];
      let isUnchanged = true;
      try {
        for (const [index, move] of all.entries()) {
          const { exchanges, error } = await attempt(() => make(scene, move));
          if (error !== null && !isKnown(error.key)) return { at: index - setupSteps.length, error };
          isUnchanged &&= !mayChangePerson(move) && !exchanges.some(changedPerson);
        }
        return null;
      } finally {
        if (!isUnchanged) await desk.restore();
      }
    },
    close: () => pool.close(),
  };

  function make(scene: Scene, move: Move): Promise<Exchange[]> {
    if ('bytes' in move) return tryBytes(scene, move);
    return 'concurrent' in move ? tryTogether(scene, move.concurrent) : tryStep(scene, move);
  }

  async function tryStep(scene: Scene, step: Step): Promise<Exchange[]> {
    const before = step.checksUnchanged ? await unchanged.takeSnapshot(step.as) : null;
    const exchange = await exchangeFor(scene, step);
    if (exchange === null) return [];
    await judgeExchange(scene, exchange, true);
    if (before !== null && exchange.received.status >= 400)
      await unchanged.expect(step.as, before, getOperationId(exchange.sent));
    return [exchange];
  }

  /** Sends requests concurrently. Skips the privacy check if visibility may change, because their order is unknown. */
  async function tryTogether(scene: Scene, steps: readonly Step[]): Promise<Exchange[]> {
    const exchanges = (await Promise.all(steps.map(step => exchangeFor(scene, step)))).filter(each => each !== null);
    const writes = exchanges.some(({ sent }) => /\/(gists|views)/.test(sent.address) && sent.method !== 'GET');
    const judged = await Promise.allSettled(exchanges.map(exchange => judgeExchange(scene, exchange, !writes)));
    for (const each of judged) if (each.status === 'rejected') throw each.reason;
    return exchanges;
  }

  async function tryBytes(scene: Scene, { to, bytes }: RawBytes): Promise<Exchange[]> {
    const request = fillBytes(scene, bytes);
    const where = to === 'oauth' ? `oauth ${getEndpoint(request)}` : 'bytes to operations';
    const received = await expectResponse(where, () => sendBytes(desk.url, request));
    if (received === null) return [];
    coverage.count(where, received.status);
    if (to === 'operation' && received.status < 300) privacy.reset();
    judge[to === 'oauth' ? 'oauth' : 'bytes'](request, received);
    return [];
  }

  async function exchangeFor(scene: Scene, { as: caller, ...rest }: Step): Promise<Exchange | null> {
    const path = scene.fill(rest.path, caller, '');
    const step: Step = { ...rest, as: scene.resolveCaller(caller, path) };
    const fill = (text: string) => scene.fill(text, step.as, path);
    const query = fill(step.query);
    const body = step.body === null ? null : Buffer.from(fill(step.body), 'latin1');
    const headers = [...authorized(step.as), ...step.headers.map(([name, value]) => [name, fill(value)] as const)];
    const sent: SentRequest = { method: step.method, address: `${path}${query && '?'}${query}`, headers, body };
    const received = await expectResponse(`${step.method} ${step.path}`, () => sendRequest(pool, sent));
    const text = [sent.address, ...headers.flat(), body?.toString() ?? ''].join(' ');
    return received === null ? null : { step, sent, received, text };
  }

  async function judgeExchange(scene: Scene, exchange: Exchange, withPrivacy: boolean): Promise<void> {
    const { step, sent, received, text } = exchange;
    const where = getOperationId(sent);
    coverage.count(where, received.status);
    scene.record(sent.address.split('?', 1)[0] ?? '', received);
    try {
      judge.operation(sent, received, where);
      if (withPrivacy) await privacy.check(step.as, sent, received, text);
    } finally {
      privacy.record(sent, received, text);
    }
  }

  function getOperationId(sent: SentRequest): string {
    const operation = find(sent.method, new URL(sent.address, desk.url));
    if (operation === null) return `${/^[A-Z]+$/.test(sent.method) ? sent.method : 'any method'} elsewhere`;
    return operation.id;
  }

  function authorized(as: string): [string, string][] {
    const value = desk.getAuthorization(as);
    return value === null ? [] : [['Authorization', value]];
  }
};

/** Updates Content-Length after placeholders were replaced, if it was correct before. */
const fillBytes = (scene: Scene, bytes: string): string => {
  const filled = scene.fill(bytes, 'cleo', '');
  const [before, after] = [bytes, filled].map(text => text.length - text.indexOf('\r\n\r\n') - 4);
  return filled.replace(`Content-Length: ${before}\r\n`, `Content-Length: ${after}\r\n`);
};

/** Reports a missing or incomplete response as a finding. */
const expectResponse = async <T>(where: string, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    throw new FuzzFinding(
      'no response',
      where,
      error instanceof Error ? `${error.message}\n${error.stack}` : String(error),
    );
  }
};

/** Reports any other error as a finding too. */
const attempt = async (
  work: () => Promise<Exchange[]>,
): Promise<{ exchanges: Exchange[]; error: FuzzFinding | null }> => {
  try {
    return { exchanges: await work(), error: null };
  } catch (error) {
    if (error instanceof FuzzFinding) return { exchanges: [], error };
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { exchanges: [], error: new FuzzFinding('error', message, stack) };
  }
};

const mayChangePerson = (move: Move): boolean => 'bytes' in move && /^PATCH .*people/.test(move.bytes);

const changedPerson = ({ sent, received }: Exchange): boolean =>
  sent.address.startsWith('/v1/people') && sent.method === 'PATCH' && received.status < 300;
