import type { z } from 'zod';
import type { Role, Scope } from './vocabulary.ts';

/** The resources that carry `id`, `url`, `version` and times, and therefore conditional requests. */
export type ResourceName = 'ticket' | 'message' | 'gist' | 'person' | 'view';

/**
 * One promise of the API, as data: the server mounts it, the OpenAPI document lists it, the web client is typed by it.
 * `path` is relative to `{base_url}` with parameters in braces.
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
  /** One sentence for the reference. */
  summary: string;
  /** What kind of thing the address names; null for an address that names none. */
  resource: ResourceName | null;
  /** The scope a token must hold; null where any valid token will do. */
  scope: Scope | null;
  /** The roles that may ever use this method here; anyone else gets 405. */
  roles: readonly Role[];
  params: Params;
  query: Query;
  /** The JSON body; null where none is read. */
  body: Body;
  /** Members of the representation that a PUT or PATCH body may repeat unchanged; a POST body may not hold them. */
  readOnly: readonly string[];
  /** The success body; null for 204. A list's answer is an array. */
  answer: Answer;
  /** The success status. */
  status: 200 | 201 | 204;
  /** What the reference says beside the summary, in Markdown. */
  description?: string;
  /** A body as somebody would send it, for the reference. */
  example?: Body extends z.ZodType ? z.input<Body> : never;
};

/** Declares an operation, keeping the exact types of its parts. */
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
export type InputOf<O extends Operation> = {
  params: z.output<O['params']>;
  query: z.output<O['query']>;
  body: O['body'] extends z.ZodType ? z.output<O['body']> : null;
};

/** The success body of an operation. */
export type AnswerOf<O extends Operation> = O['answer'] extends z.ZodType ? z.output<O['answer']> : null;

/** Everyone who can sign in. */
export const anyRole: readonly Role[] = ['viewer', 'agent', 'admin'];
/** Those who work on tickets. */
export const agents: readonly Role[] = ['agent', 'admin'];
/** Those who run the desk. */
export const admins: readonly Role[] = ['admin'];
