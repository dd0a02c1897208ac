import path from 'node:path';
import { expect, test } from 'vitest';
import { bareContract } from './bare-contract.ts';

function bared(code: string, file = 'things.ts'): string {
  const { transform } = bareContract();
  if (typeof transform !== 'function') throw new Error('no transform');
  const id = path.join(import.meta.dirname, '../../contract/src', file);
  const result = (transform as unknown as (code: string, id: string) => { code: string } | null)(
    code,
    id,
  );
  return result?.code ?? code;
}

test('an endpoint keeps the parts of a request and loses its schemas', () => {
  const code = bared(`export const addThing = endpoint({
    method: 'POST', path: '/api/things/:id', auth: 'member', limit: 'writes', summary: 'Adds.',
    params: z.object({ id }), query: paging, body: z.object({ a: z.string() }), encoding: 'multipart',
    response: success(thing),
  });`);
  expect(code).toContain("path: '/api/things/:id'");
  expect(code).toContain("encoding: 'multipart'");
  expect(code).toContain('body: true');
  expect(code).toContain('/* @__PURE__ */ endpoint(');
  expect(code).not.toMatch(/z\.|thing\)|paging|Adds|writes/);
});

test('a constant with a call as its value is marked as pure and keeps its value', () => {
  const code = bared(
    `const thing = z.object({ a }).extend({ b });\nexport const MOST: number = 5;`,
  );
  expect(code).toContain('/* @__PURE__ */ (() => z.object({ a }).extend({ b }))()');
  expect(code).toContain('export const MOST: number = 5;');
});

test('other code stays the same', () => {
  const code = 'export const thing = make();';
  expect(bared(code, '../../web/src/thing.ts')).toBe(code);
});
