import type { Request } from 'express';
import type { FieldError } from '#contract/errors';
import type { Operation } from '#contract/operation';
import type { Uploads } from '#server/uploads';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import type { Versioned } from './conditional.ts';
import type { Principal } from './principal.ts';
import type { Representable, RepresentationCache } from './representation-cache.ts';
import type { CollectedResponse } from './response.ts';
import type { OperationVersion } from './versions/operation-version.ts';
import type { EntityKind, ItemKind } from './versions/version-converter.ts';

export type PathParameters = Readonly<Record<string, string>>;

export type RouteServices = {
  database: Database;
  clock: () => number;
  apiPublicOrigin: string;
  representationCache: RepresentationCache;
  uploads: Uploads;
};

/** An admitted request: its caller is authenticated and has the scope. */
export type OperationContext = RouteServices & {
  request: Request;
  response: CollectedResponse;
  caller: Principal;
  /** The `Allow` header: the methods this caller may use at this URL. */
  allow: string;
  pathParameters: PathParameters;
  /** The operation at the requested API version. */
  apiVersion: OperationVersion;
  /** Sends 304, which does not count against the rate limit. */
  sendNotModified(): Promise<void>;
};

/** An operation, its handler, and the kind of entity it represents. */
export type Route = { operation: Operation; kind: EntityKind; serve(context: OperationContext): Promise<void> };

/** The caller and the time of a write. */
export type WriteContext = { caller: Principal; now: number };

/**
 * A resource, as its folder describes it to the pipeline. The folder knows SQL and representations; the pipeline knows
 * HTTP.
 */
export type Resource<Row extends Versioned, Draft extends object> = Representable<Row> & {
  name: ItemKind;
  /** The path parameter that contains the id. */
  parameter: string;
  /** Returns whether an id can exist; the default is `hasIdFormat`. Ids that cannot exist never reach the store. */
  isWellFormed?(id: string): boolean;
  /**
   * Finds a row; inside a transaction, locks it until the end. Returns null when it is missing, and throws 403 when the
   * caller may not see it.
   */
  find(queries: Queries, pathParameters: PathParameters, caller: Principal): Promise<Row | null>;
  /** Returns whether the row existed and was deleted. */
  isDeleted(queries: Queries, pathParameters: PathParameters): Promise<boolean>;
  /** Returns the writable members, as the contract defines them. */
  toDraft(row: Row): Draft;
  /** Returns the nested read-only members of a representation or body, by path. */
  getNestedReadOnly?(representation: Record<string, unknown>): Record<string, unknown>;
  /** Returns a draft without its nested write-only members. Returns the same object if it has none. */
  removeSecrets?<Part extends Partial<Draft>>(draft: Part): Part;
  /** Fills in the members of a full draft whose defaults depend on the stored row. */
  addDefaults?(writes: WriteTransaction, row: Row, draft: Draft): Promise<Draft>;
  /** Finds errors that the schema cannot find: references to missing rows, an invalid current password. */
  validateReferences?(queries: Queries, draft: Partial<Draft>, context: OperationContext): Promise<FieldError[]>;
  /** Does slow work on a valid draft before the transaction starts (hashing a password). */
  prepare?<Part extends Partial<Draft>>(draft: Part): Promise<Part>;
};

/** A resource whose URL is a prefix of other URLs, such as a ticket. */
export type ParentResource<Row extends Versioned> = Pick<
  Resource<Row, object>,
  'name' | 'parameter' | 'find' | 'isDeleted'
>;
