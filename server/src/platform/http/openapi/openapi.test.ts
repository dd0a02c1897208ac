import { expect, test } from 'vitest';
import { describeApi } from './openapi.ts';

type Schema = Record<string, unknown>;

/** The paths of all texts and numbers in requests that have no maximum. */
function withoutEnd(schema: Schema, at: string): string[] {
  const {
    type,
    enum: choices,
    const: constant,
    maxLength,
    format,
    pattern,
    maximum,
    properties,
    items,
    anyOf,
    default: _,
  } = schema;
  const branches = (anyOf as Schema[] | undefined) ?? [];
  const nested = [
    ...Object.entries((properties as Record<string, Schema> | undefined) ?? {}).flatMap(
      ([key, value]) => withoutEnd(value, `${at}.${key}`),
    ),
    ...branches.flatMap((branch, index) => withoutEnd(branch, `${at}|${index}`)),
    ...(items ? withoutEnd(items as Schema, `${at}[]`) : []),
  ];
  if (type === 'array' && schema['maxItems'] === undefined) nested.push(`${at}[]`);
  if (choices ?? constant !== undefined) return nested;
  const isBounded = maxLength !== undefined || (format === 'uuid' && pattern !== undefined);
  if (type === 'string' && !isBounded) nested.push(at);
  if (/^(?:number|integer)$/.test(String(type)) && maximum === undefined) nested.push(at);
  return nested;
}

test('every request field has a maximum in OpenAPI', () => {
  const paths = describeApi().paths as Record<string, Record<string, Schema>>;
  let seen = 0;
  const open = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, call]) => {
      const content =
        (call['requestBody'] as { content?: Record<string, { schema: Schema }> } | undefined)
          ?.content ?? {};
      const bodies = Object.values(content).map(({ schema }) => ['body', schema] as const);
      const parameters = (call['parameters'] as { name: string; schema: Schema }[]).map(
        ({ name, schema }) => [name, schema] as const,
      );
      seen += bodies.length + parameters.length;
      return [...bodies, ...parameters].flatMap(([name, schema]) =>
        withoutEnd(schema, `${method} ${path} ${name}`),
      );
    }),
  );
  expect(open).toEqual([]);
  expect(seen).toBeGreaterThan(20);
});

test('files of a form are binary strings', () => {
  const { paths } = describeApi();
  const schemaOf = (path: string) => JSON.stringify(paths[path]?.['post']);
  expect(schemaOf('/api/media')).toContain('"file":{"type":"string","format":"binary"');
  expect(schemaOf('/api/posts/createpost')).toMatch(/"media":\{"type":"array".*"maxItems":8/);
});
