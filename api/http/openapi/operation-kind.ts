import { z } from 'zod';
import { anyMediaType, type Operation } from '#contract/operation';

/**
 * The kind of an operation decides its request headers, response headers and possible errors.
 *
 * `file` responds with bytes. `upload` and `create_file` have a request body of bytes, `create_file` of any type.
 * `list` returns an array, `report` an object without a version. `issue` is a PUT that creates a secret. `no_content`
 * has no response body. It acts on a part of a resource (a star, presence), or on an entity without a version (a
 * session).
 */
export type OperationKind =
  | 'list'
  | 'report'
  | 'read'
  | 'file'
  | 'create'
  | 'upload'
  | 'create_file'
  | 'replace'
  | 'issue'
  | 'update'
  | 'delete'
  | 'no_content';

const kinds: Record<string, OperationKind> = {
  GET: 'read',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Derives the kind of an operation from its declaration. @throws Error for an unsupported method */
export const getOperationKind = ({
  method,
  path,
  resource,
  bodyType,
  response,
  responseType,
  hasVersion,
  issuesSecret,
}: Operation): OperationKind => {
  if (responseType !== undefined) return 'file';
  if (bodyType === anyMediaType) return 'create_file';
  if (bodyType !== undefined) return 'upload';
  if (response instanceof z.ZodArray) return 'list';
  if (method === 'GET' && response instanceof z.ZodObject && !('version' in response.shape)) return 'report';
  const isPart = !path.endsWith('}') || resource === null;
  if (response === null && isPart && !hasVersion) return 'no_content';
  if (issuesSecret !== undefined && method === 'PUT') return 'issue';
  const kind = kinds[method];
  if (kind === undefined) throw new Error(`${method} ${path} has no operation kind.`);
  return kind;
};

/**
 * Returns whether a PUT may create its resource. Its path then ends with the id. A part of a resource always exists.
 */
export const createsMissing = ({ path }: Operation): boolean => path.endsWith('}');
