import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseLogLine } from './log-line.mjs';
import { pinnedNode, root } from './paths.mjs';
import { startServerProcess } from './server-process.mjs';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const operations = readFileSync(join(root, 'OPERATIONS.md'), 'utf8');

/** Returns the shell commands of a section, in order. @param {string} heading */
function getCommands(heading) {
  const [, section = ''] = (readme + operations).split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
}

describe('README', () => {
  it('has at most 150 lines', () => {
    assert.ok(readme.trimEnd().split('\n').length <= 150);
  });

  it('names every folder and, with OPERATIONS.md, every environment variable of the servers', () => {
    const variables = ['server/environment.ts', 'api/config.ts', 'bff/config.ts'].flatMap(file => {
      const source = readFileSync(join(root, file), 'utf8');
      return [...source.matchAll(/^ {2,4}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name);
    });
    assert.ok(variables.length > 20, variables.join(', '));
    const documents = readme + operations;
    for (const name of variables) assert.ok(documents.includes(`\`${name}\``), name);
    for (const part of ['api', 'bff', 'server', 'web', 'e2e', 'tools', 'deploy', 'launch'])
      assert.match(readme, new RegExp(`^ {4}${part}/ `, 'm'));
  });
});

describe('the commands of README and OPERATIONS', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stardesk-readme-'));
  // Only these variables: the environment of the tests must not matter.
  const env = {
    HOME: process.env['HOME'],
    PATH: `${dirname(pinnedNode)}:${process.env['PATH']}`,
    DATA_DIR: dataDir,
    API_PORT: '0',
  };
  /** @type {import('./server-process.mjs').ServerProcess} */
  let api;
  let apiUrl = '';
  let password = '';

  before(async () => {
    apiUrl = await new Promise((resolve, reject) => {
      api = startServerProcess('api', ['api/main.ts'], env, (_name, line) => {
        const entry = parseLogLine(line);
        if (entry?.msg === 'administrator created') password = String(entry['password']);
        if (entry?.msg === 'listening') resolve(String(entry['url']));
      });
      api.exited.then(() => reject(new Error('The API exited before it listened.')));
    });
  });

  after(async () => {
    await api.stop();
    rmSync(dataDir, { recursive: true });
  });

  /** Runs commands as written, except for the port, and returns their output. @param {string} commands */
  function run(commands) {
    const script = `set -u -o pipefail\n${commands.replaceAll('http://localhost:4000', apiUrl)}`;
    const all = { ...env, PASSWORD: password };
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: root, env: all, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.equal(stderr, '');
    return stdout;
  }

  it('"Use the API from a script" works as written', () => {
    const [first = '', second = ''] = getCommands('Use the API from a script');
    const stdout = run(
      `set -e\n${first}\nID=$(curl -s -H "Authorization: Bearer $TOKEN" "$API/tickets?q=fire&fields=id&pretty=false" | grep -o '[0-9]*')\n${second}`,
    );
    const [listed = '', ...rest] = stdout.split('HTTP/1.1 201 Created');
    assert.equal(JSON.parse(listed).length, 3);
    const after = rest.join('');
    for (const expected of ['Location: ', '"body": "We are on our way."', '"state": "closed"']) {
      assert.ok(after.includes(expected), `${expected} in ${stdout}`);
    }
    // One response to starring, and one to deleting.
    assert.equal(after.split('HTTP/1.1 204 No Content').length - 1, 2, stdout);
  });

  it('"Connect your mail" switches the mailbox of a new desk to an SMTP server, in at most ten lines', () => {
    const [block = ''] = getCommands('Connect your mail');
    assert.equal(
      run(`set -e\nSMTP_PASSWORD='correct horse battery'\n${block}`),
      'support@stardesk.local uses smtp.example.com:465 (tls) and signs in as support@example.com.\n' +
        'Changed Support <support@example.com>.\n',
    );
    const [, section = ''] = readme.split('\n## Connect your mail\n');
    assert.ok((section.split('\n## ')[0] ?? '').trim().split('\n').length <= 10);
  });

  it('"Bff and api on two machines" registers the bff with the API', async () => {
    const [block = ''] = getCommands('Bff and api on two machines');
    const lines = block
      .trim()
      .split('\n')
      .filter(line => !line.startsWith('#'));
    const [addresses = '', copySecret = '', startApi, startBff = ''] = lines;
    assert.deepEqual([lines.length, startApi], [4, 'node api/main.ts']);
    // The API already runs under another address.
    const exports = addresses
      .replace('https://desk.example', 'http://localhost:3000')
      .replace('https://api.example.net', apiUrl);
    const file = join(dataDir, 'bff.env');
    run(`${exports}\n${copySecret.replace('bff.env', file)}`);
    assert.equal(statSync(file).mode & 0o777, 0o600, 'the file contains a secret');

    const [node, ...args] = startBff.replace('bff.env', file).split(' ');
    assert.equal(node, 'node');
    const bffEnv = { PATH: env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(dataDir, 'bff') };
    /** @type {PromiseWithResolvers<void>} */
    const registered = Promise.withResolvers();
    const bff = startServerProcess('bff', args, bffEnv, (_name, line) => {
      if (parseLogLine(line)?.level === 50) registered.reject(new Error(line));
      if (parseLogLine(line)?.msg === 'the API accepts this client and its settings') registered.resolve();
    });
    bff.exited.then(() => registered.reject(new Error('The bff exited.')));
    await registered.promise.finally(bff.stop);
  });

  it('"Use the API from your own program" registers a client and gets and refreshes a token with curl', () => {
    const [register = '', authorize = '', exchange = '', refresh = ''] = getCommands(
      'Use the API from your own program',
    );
    const steps = [register, authorize, 'echo "$STATE"', exchange, 'echo "$TOKENS"', refresh];
    const outputs = run(steps.join('\necho --\n')).split('--\n');
    const [, redirect = '', state, tickets = '', granted = '', end = ''] = outputs;
    const { href, searchParams } = new URL(redirect.trim());
    assert.ok(href.startsWith('http://localhost:8080/back?code='), href);
    assert.deepEqual([searchParams.get('state'), searchParams.get('iss')], [state?.trim(), apiUrl]);
    assert.equal(JSON.parse(tickets).length, 1);
    const [renewed = '', person = '', revoked = ''] = end.split(/(?<=\})\n/);
    assert.deepEqual([JSON.parse(person).name, revoked], ['Administrator', '{}']);
    const [first, second] = [granted, renewed].map(text => JSON.parse(text));
    assert.partialDeepStrictEqual(first, { token_type: 'bearer', expires_in: 600, scope: 'tickets:read people:read' });
    for (const token of ['access_token', 'refresh_token']) {
      assert.match(second[token], /^[\w-]{43}$/);
      assert.notEqual(second[token], first[token]);
    }
  });
});
