import type { Step } from './step.ts';

const put = (as: string, path: string, body: object): Step => ({
  as,
  method: 'PUT',
  path: `/v1${path}`,
  query: '',
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify(body),
  checksUnchanged: false,
});

const gist = (isPublic: boolean) => ({
  description: 'Of ~secret.0~',
  public: isPublic,
  files: { '~secret.1~.md': { content: 'The ~secret.2~' } },
});

/** The first steps of every sequence: public and private resources of several people. */
export const setupSteps: readonly Step[] = [
  put('cleo', '/tickets/~new.a~', { subject: 'Invoice 2041', state: 'open' }),
  put('dan', '/tickets/~new.b~', { subject: 'Double payment', state: 'closed', assignee_id: '~person.2~' }),
  put('cleo', '/tickets/~new.a~/messages/~new.c~', { body: 'a', direction: 'in' }),
  put('cleo', '/gists/~new.d~', gist(false)),
  put('ada', '/gists/~new.e~', gist(false)),
  put('dan', '/gists/~new.f~', gist(true)),
  put('cleo', '/gists/~new.d~/star', {}),
  put('eve', '/views/~new.g~', { name: 'Of ~secret.0~', query: 'state=open' }),
  put('cleo', '/views/~new.h~', { name: 'Of ~secret.0~', query: '', shared: true }),
];
