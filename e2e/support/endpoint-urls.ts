import { buildRequest } from '@roost/contract/client';
import type { AnyEndpoint, Sent } from '@roost/contract/endpoint';

/** Matches the URL of each call of the API. */
export const ANY_API_CALL = /\/api\//;

/**
 * Matches the URLs of these endpoints, with and without a query. Endpoints with the same path differ only in the method,
 * which a URL does not show. A path parameter matches any one part of a path, so `urlOf(getPost)` also matches
 * `/api/posts/feed`. `urlWith` matches one post only.
 */
export function urlOf(...endpoints: AnyEndpoint[]): RegExp {
  return new RegExp(`${pathOf(...endpoints)}(\\?|$)`);
}

/** Matches the URL of an endpoint with these path parameters. */
export function urlWith<E extends AnyEndpoint>(endpoint: E, params: Sent<E>['params']): RegExp {
  const { url } = buildRequest<AnyEndpoint>(endpoint, { params });
  return new RegExp(`${url}(\\?|$)`);
}

/** Matches the URL of the first page of a list. */
export function firstPageOf(list: AnyEndpoint): RegExp {
  return new RegExp(`${pathOf(list)}(\\?(?!.*\\bcursor=)|$)`);
}

/** Matches the URLs of the pages of a list after the first one. */
export function laterPagesOf(list: AnyEndpoint): RegExp {
  return new RegExp(`${pathOf(list)}\\?.*\\bcursor=`);
}

function pathOf(...endpoints: AnyEndpoint[]): string {
  const paths = endpoints.map(({ path }) => path.replaceAll(/:\w+/g, '[^/?]+'));
  return `(${paths.join('|')})`;
}
