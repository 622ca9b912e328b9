import type { Operation } from '#contract/operation';
import { chapters, operations } from '#contract/operations';
import type { ApiDates } from '../dates/registry.ts';
import { describeHeaders } from './answer-headers.ts';
import { errorComponents } from './error-answers.ts';
import { addErrorSchemas } from './error-schemas.ts';
import { failuresOf } from './failures.ts';
import { introduce } from './introduction.ts';
import type { Json } from './json.ts';
import { kindOf } from './kind.ts';
import { describeOperation } from './operation.ts';
import { ownPath, ownTag } from './own-path.ts';
import { sharedParameters } from './parameters.ts';
import { createSchemas } from './schemas.ts';
import { type ScopeWords, securitySchemes } from './security.ts';

/** The parts of the document that differ by installation. */
export type Published = { publicUrl: string; scopeWords: ScopeWords; dates: ApiDates };

/** Describes the contract at the current API version as an OpenAPI 3.1 document. */
export const describeApi = ({ publicUrl, scopeWords, dates }: Published): Json => {
  const schemas = createSchemas();
  for (const { answer, readOnly } of operations) if (answer !== null) schemas.markReadOnly(answer, readOnly);
  const paths = describePaths(operation => describeOperation(operation, findChapter(operation), schemas));
  addErrorSchemas(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stardesk',
      version: dates.current.date,
      summary: 'The REST API of a support desk: tickets, messages, gists and people.',
      description: introduce(dates),
      contact: { name: 'The operator of this desk', url: `${publicUrl}/v1/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/v1`, description: 'This desk.' }],
    tags: [...chapters.map(({ name, description }) => ({ name, description })), ownTag],
    paths: { ...paths, ...ownPath },
    components: {
      schemas: sorted(schemas.components),
      parameters: sharedParameters(operations, schemas, dates),
      headers: describeHeaders(dates.current.date),
      responses: errorComponents(operations.flatMap(operation => failuresOf(operation, kindOf(operation)))),
      securitySchemes: securitySchemes(publicUrl, scopeWords),
    },
  };
};

const describePaths = (describe: (operation: Operation) => Json): Json =>
  Object.fromEntries(
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, here]) => [
      path,
      Object.fromEntries(here.map(operation => [operation.method.toLowerCase(), describe(operation)])),
    ]),
  );

const findChapter = (operation: Operation): string =>
  chapters.find(chapter => chapter.operations.includes(operation))?.name ?? '';

const sorted = (components: ReadonlyMap<string, Json>): Json =>
  Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1)));
