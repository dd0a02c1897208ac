import type { z } from 'zod';
import type { LimitName } from './rate-limits.ts';

/**
 * The one declaration of a route. Request validation, the handler's types, the typed client, OpenAPI and the tests derive
 * from it.
 */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject = z.ZodObject,
  Response extends z.ZodType = z.ZodType,
  Auth extends 'public' | 'member' = 'public' | 'member',
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Contains `:name` for each key of `params`. */
  path: `/api/${string}`;
  summary: string;
  /** A `public` endpoint needs no session. All others do. */
  auth: Auth;
  /** The least role that may call it. For all others it acts like an unknown path. */
  staff?: 'moderator' | 'admin';
  /** The rate limit that counts the call. Null for calls that the server never refuses. */
  limit: LimitName | null;
  /**
   * A repeated call changes nothing, so the server ignores an `Idempotency-Key` and opens no transaction for it. For calls
   * that wait for other services.
   */
  isRepeatable?: true;
  /** The input or the answer holds a secret. The server stores neither, so it ignores an `Idempotency-Key`. */
  hasSecrets?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The encoding of `body`. `multipart` streams files together with the fields. */
  encoding?: 'json' | 'multipart';
  /** The file fields of a multipart body, with the most files for each. */
  files?: Readonly<Record<string, number>>;
  /** The most bytes of a JSON body, if its text needs more than the usual limit. */
  bodyBytes?: number;
  /** Allows only pictures of at most this many bytes. `tier` means the limit of the viewer's tier. */
  pictureBytes?: number | 'tier';
  /** The status of a success. The default is 200. */
  status?: 200 | 201 | 202;
  /** Whether the server has only accepted the call, and somebody still has to act. The status of such a success is 202. */
  isPending?(answer: z.output<Response>): boolean;
  /** The whole body of a success. */
  response: Response;
}

export type AnyEndpoint = Endpoint;

/** Declares an endpoint. Returns it unchanged, with its exact type. */
export function endpoint<
  P extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B extends z.ZodObject = z.ZodObject<Record<never, never>>,
  R extends z.ZodType = z.ZodType,
  A extends 'public' | 'member' = 'public' | 'member',
>(declaration: Endpoint<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return declaration;
}

/** The parsed input of a handler, with defaults. */
export interface Received<E extends AnyEndpoint> {
  params: z.output<NonNullable<E['params']>>;
  query: z.output<NonNullable<E['query']>>;
  body: z.output<NonNullable<E['body']>>;
}

/** The input of a client, which may leave out keys with defaults. */
export interface Sent<E extends AnyEndpoint> {
  params: z.input<NonNullable<E['params']>>;
  query: z.input<NonNullable<E['query']>>;
  body: z.input<NonNullable<E['body']>>;
}

export type Answer<E extends AnyEndpoint> = z.output<E['response']>;
