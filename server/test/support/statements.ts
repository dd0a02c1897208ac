import type { TestApp } from './app.ts';

/**
 * Counts the statements of a read. Concurrent jobs can only add statements, so the smallest of three counts is that of the
 * read.
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
