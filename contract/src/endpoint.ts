import type { z } from 'zod';
import type { LimitName } from './limits.ts';

/**
 * One route, declared once. From it come request validation, the handler's types, the typed client,
 * OpenAPI and the contract tests.
 */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject = z.ZodObject,
  Response extends z.ZodType = z.ZodType,
  Auth extends 'public' | 'member' = 'public' | 'member',
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for each key of `params`. */
  path: `/api/${string}`;
  summary: string;
  /** `public` is open to the signed-out; everything else needs a session. */
  auth: Auth;
  /** The budget the call is taken from (contract §1, limits); null for what must never be refused. */
  limit: LimitName | null;
  /**
   * Done again it changes nothing, by itself: an `Idempotency-Key` makes no difference, and no transaction is held open
   * for one. For what asks others, who may be slow.
   */
  isRepeatable?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  /** How `body` is sent; `multipart` streams files beside the fields. */
  encoding?: 'json' | 'multipart';
  /** Fields of a multipart body that hold files, and how many of each at most; they stream beside `body`. */
  files?: Readonly<Record<string, number>>;
  /** Where only pictures are taken: bytes of each at most, or as many as the tier allows. */
  pictureBytes?: number | 'tier';
  /** The status of success; 200 unless said. */
  status?: 200 | 201;
  /** The whole body of a success. */
  response: Response;
}

export type AnyEndpoint = Endpoint;

/** Declares an endpoint; the identity function, for its types. */
export function endpoint<
  P extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B extends z.ZodObject = z.ZodObject<Record<never, never>>,
  R extends z.ZodType = z.ZodType,
  A extends 'public' | 'member' = 'public' | 'member',
>(declaration: Endpoint<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return declaration;
}

/** What a handler receives: parsed, defaults filled in. */
export interface Received<E extends AnyEndpoint> {
  params: z.output<NonNullable<E['params']>>;
  query: z.output<NonNullable<E['query']>>;
  body: z.output<NonNullable<E['body']>>;
}

/** What a client sends: keys with defaults may be left out. */
export interface Sent<E extends AnyEndpoint> {
  params: z.input<NonNullable<E['params']>>;
  query: z.input<NonNullable<E['query']>>;
  body: z.input<NonNullable<E['body']>>;
}

export type Answer<E extends AnyEndpoint> = z.output<E['response']>;
