import { z } from 'zod';
import type { Role, Scope } from './enums.ts';
import type { ErrorName } from './errors.ts';
import { commonReadOnly, id } from './fields.ts';
import { outputParameters } from './list.ts';
import { type ResourceName, resourceNames, resources } from './resources.ts';

/**
 * An operation of the API as data. The server mounts it, the OpenAPI document describes it, and the web client derives
 * types from it. `path` is relative to `/v1`, with parameters in braces.
 */
export type Operation<
  Method extends string = string,
  Path extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | null = z.ZodType | null,
  ResponseSchema extends z.ZodType | null = z.ZodType | null,
> = {
  /** OpenAPI's operationId. */
  name: string;
  method: Method;
  path: Path;
  /** A short phrase for the reference. */
  summary: string;
  /** The resource that the path names; null if it names no resource. */
  resource: ResourceName | null;
  /** The required scope; null if any valid token is enough. */
  scope: Scope | null;
  /** The roles that may use this method; other roles get 405. */
  roles: readonly Role[];
  /** True if other roles get 403 instead of 405. They must not know whether the resource exists. */
  hidden?: true;
  /** True for a DELETE of a subresource that has a version: the request accepts conditional headers. */
  hasVersion?: true;
  /** The response member that contains a new secret. It is null when an `Idempotency-Key` is repeated. */
  issuesSecret?: string;
  params: Params;
  query: Query;
  /** The JSON body; null if no body is read. */
  body: Body;
  /** The media type of a body that is not JSON. */
  bodyType?: string;
  /** Members that a PUT or PATCH may repeat unchanged, and a POST must omit. */
  readOnly: readonly string[];
  /** Errors besides those that follow from the method, the path and the access (http/openapi/possible-errors.ts). */
  errors?: readonly ErrorName[];
  /** The success body, an array for a list. Null for 204 or a body that is not JSON. */
  response: ResponseSchema;
  /** The media type of a success body that is not JSON. */
  responseType?: string;
  /** The media type of a stream of the list's new items. A client can accept it instead of JSON. */
  streamType?: string;
  status: 200 | 201 | 204;
  /** Members of a list's items that a response contains only if `fields` names them. */
  requestedMembers?: Readonly<Record<string, z.ZodType>>;
  /** The description in the reference, in Markdown. */
  description?: string;
  /** An example body for the reference. */
  example?: Body extends z.ZodType ? z.input<Body> : never;
};

type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

type PathParams<Path extends string> = z.ZodObject<Record<ParameterName<Path>, z.ZodString>, z.core.$strict>;

/** The query of an operation without filters: the format of the response. */
type OutputQuery = z.ZodObject<ReturnType<typeof outputParameters>, z.core.$strict>;

/** The declared part of an operation. The rest follows from the method, the path and the schemas. */
type Declaration<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | null = z.ZodType | null,
  ResponseSchema extends z.ZodType | null = z.ZodType | null,
> = Pick<
  Operation<string, string, z.ZodType, Query, Body, ResponseSchema>,
  | ('summary' | 'scope' | 'roles' | 'hidden' | 'errors' | 'description' | 'example' | 'requestedMembers')
  | ('bodyType' | 'responseType' | 'streamType' | 'hasVersion' | 'issuesSecret')
> & {
  /** Path parameters other than plain ids. */
  params?: Record<string, z.ZodString>;
  /** `pretty` and `fields` by default. */
  query?: Query;
  /** None by default. */
  body?: Body;
  /** None by default. The status is then 204, or 200 with a `responseType`. */
  response?: ResponseSchema;
};

/**
 * Declares an operation by its method and path, and infers its exact types. The path names the resource and its ids.
 * Members of the response that the body lacks are read-only.
 */
export function operation<
  const Method extends string,
  const Path extends string,
  Query extends z.ZodType = OutputQuery,
  Body extends z.ZodType | null = null,
  ResponseSchema extends z.ZodType | null = null,
>(
  name: string,
  request: `${Method} ${Path}`,
  declared: Declaration<Query, Body, ResponseSchema>,
): Operation<Method, Path, PathParams<Path>, Query, Body, ResponseSchema>;
export function operation(name: string, request: string, declared: Declaration): Operation {
  const [method = '', path = ''] = request.split(' ');
  const { query, body = null, response = null } = declared;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  // PUT can create its resource under the id at the end of the path.
  const idSchema = (name: string) => (method === 'PUT' && path.endsWith(`{${name}}`) ? id : z.string());
  const members = listMembers(response instanceof z.ZodArray ? response.element : response);
  const writable = listMembers(body);
  // Only a representation has read-only members that a client could send back.
  const hasReadOnly = body !== null && response !== null;
  return {
    ...declared,
    ...{ name, method, path },
    resource: resourceNames.find(name => ids.at(-1) === resources[name].parameter) ?? null,
    params: z.strictObject(Object.fromEntries(ids.map(name => [name, declared.params?.[name] ?? idSchema(name)]))),
    query: query ?? z.strictObject(outputParameters(members)),
    body,
    readOnly: hasReadOnly ? [...new Set([...commonReadOnly, ...members])].filter(name => !writable.includes(name)) : [],
    response,
    status: response === null ? (declared.responseType === undefined ? 204 : 200) : method === 'POST' ? 201 : 200,
  };
}

const listMembers = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** Parsed input of an operation, as its handler receives it. */
export type OperationInput<O extends Operation> = {
  params: z.output<O['params']>;
  query: z.output<O['query']>;
  body: O['body'] extends z.ZodType ? z.output<O['body']> : null;
};

/** The success body of an operation. */
export type ResponseOf<O extends Operation> = O['response'] extends z.ZodType ? z.output<O['response']> : null;

/** The media type range of bodies that can have any type (RFC 9110 12.5.1). */
export const anyMediaType = '*/*';

export const allRoles: readonly Role[] = ['viewer', 'agent', 'admin'];
export const agentRoles: readonly Role[] = ['agent', 'admin'];
export const adminRoles: readonly Role[] = ['admin'];
