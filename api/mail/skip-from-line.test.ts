import assert from 'node:assert/strict';
import { it } from 'node:test';
import { skipFromLine } from './skip-from-line.ts';

const read = async (...chunks: string[]): Promise<string> => {
  const result: Uint8Array[] = [];
  for await (const chunk of skipFromLine(toStream(chunks))) result.push(chunk);
  return Buffer.concat(result).toString();
};

async function* toStream(chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

it('removes a leading mbox line “From …” from a mail, and nothing else', async () => {
  const mail = 'From: a@b.example\r\n\r\nFrom here on\r\n';
  const line = 'From a@b.example Tue Nov 24 02:00:00 2026\n';
  assert.equal(await read(mail), mail);
  assert.equal(await read(...mail), mail);
  assert.equal(await read(line + mail), mail);
  assert.equal(await read(...line, ...mail), mail);
  for (const text of ['', 'Fro', 'From ', `From ${'x'.repeat(2000)}\nA: b`]) assert.equal(await read(text), text);
});
