import type { Request, Response } from 'express';
import type { FieldError } from '#contract/errors';
import type { Operation, ResourceName } from '#contract/operation';
import type { Database, Queries, Writes } from '../database/database.ts';
import type { Versioned } from './conditional.ts';
import type { Kind } from './dates/shape.ts';
import type { View } from './dates/view.ts';
import type { Principal } from './principal.ts';

/** The path parameters of an address. */
export type Address = Readonly<Record<string, string>>;

/** What serving a request may use. */
export type Desk = { database: Database; clock: () => number; publicOrigin: string };

/** A request that has been admitted: its caller is known and holds the scope. */
export type Exchange = Desk & {
  request: Request;
  response: Response;
  caller: Principal;
  /** The methods the caller may use at this address, as `Allow` lists them. */
  allow: string;
  address: Address;
  /** The operation at the API date the caller asked for. */
  at: View;
  /** Answers 304, which does not count against the caller's limit. */
  notModified(): Promise<void>;
};

/** An operation with the code that serves it, and the kind of thing it is about. */
export type Route = { operation: Operation; kind: Kind; serve(exchange: Exchange): Promise<void> };

/** Who changes something, and when. */
export type Change = { caller: Principal; now: number };

/**
 * A kind of thing, as its room describes it to the pipeline: how one is found and shown. The room knows SQL and shapes;
 * the pipeline knows HTTP.
 */
export type Resource<Row extends Versioned, Draft extends object> = {
  name: ResourceName;
  /** The path parameter that names one. */
  parameter: string;
  /** Finds one, locked until the end of the transaction it is asked in; null when there is none. Throws 403 for one the caller may not see. */
  find(queries: Queries, address: Address, caller: Principal): Promise<Row | null>;
  /** Whether there was one under this address that has been deleted. */
  isGone(queries: Queries, address: Address): Promise<boolean>;
  /** Its writable part, in the contract's shape. */
  draft(row: Row): Draft;
  /** Its representation. */
  show(row: Row): Record<string, unknown>;
  /** By their path, the read-only members inside the members of a representation, or of a body that repeats them. */
  readOnlyWithin?(thing: Record<string, unknown>): Record<string, unknown>;
  /** Gives a whole draft of one the defaults that depend on what is stored; a draft without such needs none. */
  complete?(writes: Writes, row: Row, draft: Draft): Promise<Draft>;
  /** What its schema cannot find wrong with a body: references to things that do not exist, a password that is not the caller's. */
  check?(queries: Queries, draft: Partial<Draft>, exchange: Exchange): Promise<FieldError[]>;
  /** Work on a valid draft that is too slow to hold a transaction open for (hashing a password). */
  prepare?<Part extends Partial<Draft>>(draft: Part): Promise<Part>;
};
