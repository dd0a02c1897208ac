import { sql } from 'kysely';

/** Formats paise as rupees. */
export const inUnits = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} / 100.0, 'FM999990.00')`;

/** Prints rows in columns, with their names above. */
export function printTable(title: string, rows: readonly Record<string, unknown>[]): void {
  console.log(`\n${title}${rows.length === 0 ? ': none' : ''}`);
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => show(row[name])))];
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  for (const line of lines)
    console.log(
      `  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    );
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value instanceof Date) return value.toISOString().replace(/\.\d+Z$/, 'Z');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
