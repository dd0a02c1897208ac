import type { TestApp } from './app.ts';

/**
 * How many statements a read sends. Jobs that just run send theirs in between, which can only make it more: the least
 * of three times is the read's own.
 */
export async function countStatements(app: TestApp, read: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    app.statements.length = 0;
    await read();
    counts.push(app.statements.length);
  }
  return Math.min(...counts);
}
