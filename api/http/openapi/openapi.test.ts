import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as contract from '#contract';
import { operations, referenceSections } from '#contract/all-operations';
import { scopeLabels } from '#contract/scope-labels';
import { withApi } from '../../testing/api.ts';
import type { JsonSchema } from '../../testing/openapi-document.ts';
import { getChecks } from '../../testing/openapi-schemas.ts';
import { releasedVersions } from '../versions/released-versions.ts';
import { describeApi } from './document.ts';

const apiPublicUrl = 'https://desk.example/help';
const document = describeApi({ apiPublicUrl, scopeDescriptions: scopeLabels, apiVersions: releasedVersions });
const path = '/v1/openapi.json';

withApi(api => {
  describe('GET /openapi.json', () => {
    it('200 without a token, pretty-printed, for pages of any origin', async () => {
      const { status, headers, text } = await api().call('GET', path, { as: null });
      assert.equal(status, 200);
      assert.equal(text, `${JSON.stringify(JSON.parse(text), null, 2)}\n`);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('x-api-version'), releasedVersions.current.date);
    });

    it('200 with the URLs of this installation, linked from GET /v1', async () => {
      const { body } = await api().call<JsonSchema>('GET', path);
      assert.deepEqual(body['servers'], [{ url: `${api().url}/v1`, description: 'This desk.' }]);
      const links = await api().call<JsonSchema>('GET', '/v1');
      assert.equal(links.body['openapi'], `${api().url}${path}`);
    });

    it('304 for its ETag, which differs by content coding and by pretty', async () => {
      const getEtag = async (query: string, coding: string) => {
        const headers = { 'Accept-Encoding': coding };
        const etag = (await api().call('GET', `${path}${query}`, { headers })).headers.get('etag') ?? '';
        const again = await api().call('GET', `${path}${query}`, { headers: { ...headers, 'If-None-Match': etag } });
        assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
        return etag;
      };
      const etags = [
        await getEtag('', 'gzip'),
        await getEtag('', 'identity'),
        await getEtag('?pretty=false', 'identity'),
      ];
      assert.equal(new Set(etags).size, 3);
    });
  });
});

describe('the OpenAPI document', () => {
  it('contains every operation of the contract once', () => {
    const declared = Object.values<unknown>(contract).filter(
      value => typeof value === 'object' && value !== null && 'path' in value && 'response' in value,
    );
    assert.deepEqual(new Set(operations), new Set(declared));
    const ids = operations.map(({ name }) => name);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(operations.length, declared.length);
  });

  it('uses snake_case for every member and parameter', () => {
    const names = collectMemberNames(document);
    assert.ok(names.length > 100);
    for (const name of names) assert.match(name, /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
  });

  it('describes path parameters without underscores', () => {
    const operations = Object.values(document['paths'] as Record<string, Record<string, JsonSchema>>).flatMap(
      Object.values<JsonSchema>,
    );
    const parameters = operations.flatMap(operation => operation['parameters'] as JsonSchema[]);
    const described = parameters.filter(parameter => parameter['in'] === 'path');
    assert.ok(described.some(({ description }) => description === 'The id of the audit entry.'));
    for (const { description } of described) assert.doesNotMatch(String(description), /_/);
  });

  it('has an example for each request body; all examples match their schemas', () => {
    const { schemas } = document['components'] as { schemas: Record<string, JsonSchema> };
    for (const section of referenceSections) {
      for (const { name, body, example } of section.operations) {
        assert.equal(example === undefined, body === null, `${name} has an example if it reads a body`);
        if (body !== null) assert.equal(body.safeParse(example).error, undefined, name);
      }
    }
    const examples = Object.entries(schemas).flatMap(([name, schema]) =>
      ((schema['examples'] ?? []) as unknown[]).map(example => [name, example] as const),
    );
    assert.ok(examples.length > 30, `${examples.length} examples`);
    for (const [name, example] of examples)
      assert.deepEqual(getChecks(document).response({ $ref: `#/components/schemas/${name}` }, example, null), [], name);
  });

  it('contains the public URLs of the authorization server', () => {
    const { securitySchemes } = document['components'] as { securitySchemes: { oauth2: { flows: JsonSchema } } };
    const { authorizationCode } = securitySchemes.oauth2.flows as { authorizationCode: JsonSchema };
    assert.equal(authorizationCode['authorizationUrl'], 'https://desk.example/help/oauth/authorize');
    assert.equal(authorizationCode['tokenUrl'], 'https://desk.example/help/oauth/token');
    assert.deepEqual(authorizationCode['scopes'], scopeLabels);
  });
});

/** Collects the names of schema members and parameters. */
const collectMemberNames = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { properties, name, in: location } = value as { properties?: object; name?: unknown; in?: unknown };
  const declared = Object.keys(properties ?? {});
  const parameter = location === 'query' || location === 'path' ? [String(name)] : [];
  return [...declared, ...parameter, ...Object.values(value).flatMap(collectMemberNames)];
};
