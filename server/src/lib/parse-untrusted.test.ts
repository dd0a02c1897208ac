import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseUntrusted } from './parse-untrusted.ts';

const short = z.object({ name: z.string().max(5) });

test('a value whose length cannot be compared is not valid', () => {
  const odd = { name: { length: { toString: 0, valueOf: 0 } } };
  expect(() => short.safeParse(odd)).toThrow(TypeError);
  expect(parseUntrusted(short, odd)).toEqual({ success: false, issues: [] });
});

test('a schema that fails for another reason throws', () => {
  const broken = z
    .string()
    .transform((text) => (text as unknown as { no: { such: string } }).no.such);
  expect(() => parseUntrusted(broken, 'x')).toThrow(TypeError);
});
