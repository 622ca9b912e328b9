import { operations, referenceSections } from '#contract/all-operations';
import type { Operation } from '#contract/operation';
import type { ApiVersions } from '../versions/registry.ts';
import { describeErrorComponents } from './error-responses.ts';
import { addErrorSchemas } from './error-schemas.ts';
import type { Json } from './json.ts';
import { describeOperation } from './operation.ts';
import { getOperationKind } from './operation-kind.ts';
import { describeSharedParameters } from './parameters.ts';
import { listPossibleErrors } from './possible-errors.ts';
import { referencePaths, referenceTag } from './reference-paths.ts';
import { describeHeaders } from './response-headers.ts';
import { createSchemas } from './schemas.ts';
import { describeSecuritySchemes, type ScopeDescriptions } from './security.ts';
import { writeIntroduction } from './write-introduction.ts';

/** The parts of the document that differ by installation. */
export type DocumentOptions = { apiPublicUrl: string; scopeDescriptions: ScopeDescriptions; apiVersions: ApiVersions };

/** Describes the contract at the current API version as an OpenAPI 3.1 document. */
export const describeApi = ({ apiPublicUrl, scopeDescriptions, apiVersions }: DocumentOptions): Json => {
  const schemas = createSchemas();
  for (const { response, readOnly } of operations) if (response !== null) schemas.markReadOnly(response, readOnly);
  const paths = describePaths(operation => describeOperation(operation, findSection(operation), schemas));
  addErrorSchemas(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stardesk',
      version: apiVersions.current.date,
      summary: 'The REST API of a support desk: tickets, messages, gists and people.',
      description: writeIntroduction(apiVersions),
      contact: { name: 'The operator of this desk', url: `${apiPublicUrl}/v1/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${apiPublicUrl}/v1`, description: 'This desk.' }],
    tags: [...referenceSections.map(({ name, description }) => ({ name, description })), referenceTag],
    paths: { ...paths, ...referencePaths },
    components: {
      schemas: sortByName(schemas.components),
      parameters: describeSharedParameters(operations, schemas, apiVersions),
      headers: describeHeaders(apiVersions.current.date),
      responses: describeErrorComponents(
        operations.flatMap(operation => listPossibleErrors(operation, getOperationKind(operation))),
      ),
      securitySchemes: describeSecuritySchemes(apiPublicUrl, scopeDescriptions),
    },
  };
};

const describePaths = (describe: (operation: Operation) => Json): Json =>
  Object.fromEntries(
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, pathOperations]) => [
      path,
      Object.fromEntries(pathOperations.map(operation => [operation.method.toLowerCase(), describe(operation)])),
    ]),
  );

const findSection = (operation: Operation): string =>
  referenceSections.find(section => section.operations.includes(operation))?.name ?? '';

const sortByName = (components: ReadonlyMap<string, Json>): Json =>
  Object.fromEntries([...components].sort(([left], [right]) => (left < right ? -1 : 1)));
