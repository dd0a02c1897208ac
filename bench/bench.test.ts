import { expect, test } from 'vitest';
import type { Row } from './benchmark.ts';
import { percentile } from './percentiles.ts';
import { asTable } from './report.ts';

test('a report shows the ratios of the last run beside the new ones', () => {
  const row: Row = { measure: 'a thing', unit: 'ms', roost: 3, floor: 1.5, statements: 2 };
  const finding = { what: 'tried', rows: [row], remarks: [] };
  const table = asTable(finding, { at: '2026-01-01', ratios: { 'a thing': 7.25 } });
  expect(table.split('\n')[4]).toMatch(/^a thing, ms +3\.00 +2\.0 +1\.50 +2\.00 +7\.25$/);
});

test('percentiles are exact', () => {
  const values = Array.from({ length: 1_000 }, (_, n) => 1_000 - n);
  expect([0.5, 0.99, 0.999, 1].map((share) => percentile(values, share))).toEqual([
    500, 990, 999, 1_000,
  ]);
});
