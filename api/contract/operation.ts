import type { z } from 'zod';
import type { Role, Scope } from './enums.ts';

/** Resources with `id`, `url`, `version` and times, which support conditional requests. */
export type ResourceName = 'ticket' | 'message' | 'gist' | 'person' | 'view';

/**
 * An operation of the API as data: the server mounts it, the OpenAPI document describes it, the web client gets its types.
 * `path` is relative to `{base_url}`, with parameters in braces.
 */
export type Operation<
  Method extends string = string,
  Path extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | null = z.ZodType | null,
  Answer extends z.ZodType | null = z.ZodType | null,
> = {
  /** OpenAPI's operationId. */
  name: string;
  method: Method;
  path: Path;
  /** A short phrase for the reference. */
  summary: string;
  /** The resource that the path names; null for none. */
  resource: ResourceName | null;
  /** The required scope; null if any valid token is enough. */
  scope: Scope | null;
  /** The roles that may use this method; others get 405. */
  roles: readonly Role[];
  params: Params;
  query: Query;
  /** The JSON body; null if no body is read. */
  body: Body;
  /** Members that a PUT or PATCH body may repeat unchanged and a POST body must omit. */
  readOnly: readonly string[];
  /** The success body, an array for a list; null for 204. */
  response: Answer;
  /** The success status. */
  status: 200 | 201 | 204;
  /** The description in the reference, in Markdown. */
  description?: string;
  /** An example body for the reference. */
  example?: Body extends z.ZodType ? z.input<Body> : never;
};

/** Declares an operation and infers its exact types. */
export const operation = <
  const Method extends string,
  const Path extends string,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType | null,
  Answer extends z.ZodType | null,
>(
  declared: Operation<Method, Path, Params, Query, Body, Answer>,
): Operation<Method, Path, Params, Query, Body, Answer> => declared;

/** Parsed input of an operation, as its handler receives it. */
export type OperationInput<O extends Operation> = {
  params: z.output<O['params']>;
  query: z.output<O['query']>;
  body: O['body'] extends z.ZodType ? z.output<O['body']> : null;
};

/** The success body of an operation. */
export type ResponseOf<O extends Operation> = O['response'] extends z.ZodType ? z.output<O['response']> : null;

export const allRoles: readonly Role[] = ['viewer', 'agent', 'admin'];
export const agentRoles: readonly Role[] = ['agent', 'admin'];
export const adminRoles: readonly Role[] = ['admin'];
