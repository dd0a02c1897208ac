import type { AnyEndpoint } from '@roost/contract/endpoint';
import { endpoints } from '@roost/contract/endpoints';

/** A valid id of nothing. */
export const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

/** The name of an endpoint in a list of cases. */
export const nameOf = (endpoint: AnyEndpoint) => `${endpoint.method} ${endpoint.path}`;

export const named = (list: readonly AnyEndpoint[]) =>
  list.map((endpoint) => [nameOf(endpoint), endpoint] as const);

export const members = endpoints.filter((endpoint) => endpoint.auth === 'member');
export const mutating = endpoints.filter((endpoint) => endpoint.method !== 'GET');

/** The endpoint's path with each param set to this. */
export function pathWith(endpoint: AnyEndpoint, value: string): string {
  return endpoint.path.replace(/:\w+/g, value);
}

/** The keys an object schema has. */
export function keysOf(schema: AnyEndpoint['body']): string[] {
  return Object.keys(schema?.shape ?? {});
}

/** A form with these fields. Values that are not text become JSON. */
export function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

/** A body in the encoding of the endpoint. */
export function bodyOf(endpoint: AnyEndpoint, fields: Record<string, unknown>): RequestInit {
  if (!endpoint.body) return {};
  if (endpoint.encoding === 'multipart') return { body: formOf(fields) };
  return { body: JSON.stringify(fields), headers: { 'Content-Type': 'application/json' } };
}
