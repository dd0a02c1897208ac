import type { AnyEndpoint, Answer, Sent } from './endpoint.ts';

type RequiredKeys<T> = { [K in keyof T]-?: {} extends Pick<T, K> ? never : K }[keyof T];
/**
 * Requires `params`, `query` or `body` only if the endpoint has required keys in them. Zod types an object without keys as
 * a record with keys of type `string`.
 */
type Part<Name extends string, T> = string extends keyof T
  ? { [K in Name]?: T }
  : [RequiredKeys<T>] extends [never]
    ? { [K in Name]?: T }
    : { [K in Name]: T };
export type CallInput<E extends AnyEndpoint> = Part<'params', Sent<E>['params']> &
  Part<'query', Sent<E>['query']> &
  Part<'body', Sent<E>['body']> & { signal?: AbortSignal; idempotencyKey?: string };

export interface PlainRequest {
  method: string;
  /** Path and query, from the root. */
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  signal: AbortSignal | undefined;
}

/** Builds the HTTP request of an endpoint. The caller sends it. */
export function buildRequest<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
): PlainRequest {
  const {
    params = {},
    query = {},
    body,
    signal,
    idempotencyKey,
  } = input as {
    params?: Record<string, string>;
    query?: Record<string, string | number | undefined>;
    body?: Record<string, unknown>;
    signal?: AbortSignal;
    idempotencyKey?: string;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const headers: Record<string, string> = idempotencyKey
    ? { 'Idempotency-Key': idempotencyKey }
    : {};
  let payload: string | FormData | undefined;
  if (endpoint.encoding === 'multipart') {
    payload = toForm(body ?? {});
  } else if (endpoint.body) {
    headers['Content-Type'] = 'application/json';
    payload = JSON.stringify(body ?? {});
  }
  return {
    method: endpoint.method,
    url: search.size > 0 ? `${path}?${search}` : path,
    headers,
    body: payload,
    signal,
  };
}

function toForm(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      form.append(key, item instanceof Blob ? item : String(item));
    }
  }
  return form;
}

/** Parses an answer by the contract. Tests use it. */
export function parseAnswer<E extends AnyEndpoint>(endpoint: E, body: unknown): Answer<E> {
  return endpoint.response.parse(body) as Answer<E>;
}
